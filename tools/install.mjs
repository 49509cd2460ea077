// Installs the packages that package-lock.json names unless they are installed. It runs before `npm start` and
// `npm test`, on any Node from version 20, and therefore uses no package.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const ownBin = join(root, 'node_modules/.bin');
const stamp = join(root, 'node_modules/.florin-install');
const lock = join(root, '.cache/install.lock');

if (!isInstalled()) {
  takeLock();
  try {
    install();
  } catch (error) {
    fail(error.message);
  } finally {
    rmSync(lock, { force: true });
  }
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockFileHash();
}

function lockFileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Two installations at once would delete each other's files. */
function takeLock() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (pid > 0 && isRunning(pid))
    fail(`process ${pid} is installing the packages. Try again when it is done.`);
  writeFileSync(lock, String(process.pid));
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  console.log('florin: installing packages (npm ci). This takes a minute or two …');
  // npm ci deletes node_modules, so npm must not run on the Node that is installed there.
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== ownBin)
    .join(delimiter);
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      env: { ...process.env, PATH },
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error(`npm ci failed with exit code ${status}. Nothing was started.`);
  if (!existsSync(join(ownBin, 'node')))
    throw new Error('npm ci installed no Node. Are install scripts off (npm config ignore-scripts)?');
  writeFileSync(stamp, lockFileHash());
}

function fail(message) {
  console.error(`florin: ${message}`);
  process.exit(1);
}
