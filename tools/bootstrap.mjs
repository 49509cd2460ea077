// Makes a fresh clone ready to run: installs what the lock file names, then continues on the pinned Node.
// It runs before anything is installed, on Node 20 or later, and therefore uses no package.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withLock } from './lock.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const stamp = join(root, 'node_modules/.florin-install');

/** What every tool does first. Answers only on the pinned Node; an older one hands over and exits with its code. */
export async function bootstrap() {
  endWithLauncher();
  try {
    await installIfNeeded();
  } catch (error) {
    fail(error.message);
  }
  if (nodeMajor(process.version) < pinnedMajor()) process.exit(await continueOnPinnedNode());
}

export function fail(message) {
  process.stderr.write(`florin: ${message}\n`);
  process.exit(1);
}

/** The command line, or a line that says what is wrong with it and which options there are. */
export function readArguments(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const known = Object.keys(config.options).map((name) => `--${name}`);
    return fail(
      `${error.message.split('. ', 1)[0].replace(/\.$/, '')}; the options are ${known.join(', ')}.`,
    );
  }
}

async function installIfNeeded() {
  if (isInstalled()) return;
  await withLock(
    join(root, '.cache/install.lock'),
    async () => {
      if (isInstalled()) return;
      console.log(
        'florin: installing the packages that package-lock.json names (npm ci), this takes a minute or two …',
      );
      await npmCi();
      if (!existsSync(pinnedNode)) {
        throw new Error(
          'npm ci brought no Node of its own; install scripts seem to be off (npm config ignore-scripts).',
        );
      }
      writeFileSync(stamp, lockHash());
    },
    (pid) => console.log(`florin: waiting for the installation that process ${pid} is running …`),
  );
}

function isInstalled() {
  return existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockHash();
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

async function npmCi() {
  // npm ci deletes node_modules, so neither npm nor an install script may run on the Node that lives in there.
  const ownBin = join(root, 'node_modules', '.bin');
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry !== ownBin)
    .join(delimiter);
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  });
  if (code !== 0)
    throw new Error(`npm ci failed (exit code ${code}); its own words are above. Nothing was started.`);
}

function continueOnPinnedNode() {
  // The open channel tells the child when this process dies by kill -9, which could pass no signal on.
  return run(pinnedNode, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}

/** Runs a command to its end, passing signals on; answers its exit code the way a shell would. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass).on('SIGHUP', pass);
    const settle = (finish) => (value, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass).off('SIGHUP', pass);
      finish(signal ? 128 + constants.signals[signal] : value);
    };
    child.once('error', (error) => settle(reject)(new Error(`${command} cannot be run: ${error.message}`)));
    child.once('exit', settle(resolve));
  });
}

/** Ends this process the gentle way when the one that launched it is gone without a word. */
function endWithLauncher() {
  const terminate = () => process.kill(process.pid, 'SIGTERM');
  if (process.channel) {
    process.once('disconnect', terminate);
    process.channel.unref();
  } else if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
    const launcher = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === launcher) return;
      clearInterval(watch);
      terminate();
    }, 250);
    watch.unref();
  }
}

function pinnedMajor() {
  return nodeMajor(JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')).version);
}

function nodeMajor(version) {
  return Number(version.replace(/^v/, '').split('.')[0]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bootstrap();
