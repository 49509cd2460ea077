// Compiles every package's src/ to its dist/ with swc, touching only what changed. Types are tsc's business.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';
import { withLock } from './lock.mjs';

const assets = /\.(json|txt|html|css|js|svg)$/;
const neverBuilt = /(\.spec\.ts|\.d\.ts)$|(^|[\\/])testing[\\/]/;

/**
 * Brings every dist/ up to date and answers how many files it wrote. When there is nothing to write it makes no lock
 * either: a service may run as a user who may not write where it is installed.
 */
export async function build() {
  if (!packages().some((folder) => isWork(changesIn(folder)))) return 0;
  return withLock(
    join(root, '.cache/build.lock'),
    async () => {
      const counts = await Promise.all(packages().map((folder) => buildPackage(folder)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    // On standard error, because the output of a command that is built first may be read by a program.
    (pid) => console.error(`florin: waiting for the build that process ${pid} is running …`),
  );
}

function packages() {
  const folders = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => join(root, kind, name)),
  );
  return folders.filter((folder) => existsSync(join(folder, 'src')));
}

/** What a build of the package would do, found out without touching anything. */
function changesIn(folder) {
  const src = join(folder, 'src');
  const { before, isStale } = readManifest(manifestOf(folder));
  const after = {};
  const written = [];
  for (const file of readdirSync(src, { recursive: true })) {
    if (neverBuilt.test(file) || !(file.endsWith('.ts') || assets.test(file))) continue;
    const { mtimeMs, size } = statSync(join(src, file));
    after[file] = `${mtimeMs}:${size}`;
    if (before[file] !== after[file] || !existsSync(outputOf(folder, file))) written.push(file);
  }
  return { after, written, gone: Object.keys(before).filter((file) => !(file in after)), isStale };
}

const isWork = ({ written, gone, isStale }) => isStale || written.length + gone.length > 0;

async function buildPackage(folder) {
  const changes = changesIn(folder);
  if (!isWork(changes)) return 0;
  const { after, written, gone, isStale } = changes;
  if (isStale) rmSync(join(folder, 'dist'), { recursive: true });
  for (const file of gone) removeOutputs(outputOf(folder, file));
  await Promise.all(written.map((file) => write(join(folder, 'src', file), outputOf(folder, file))));
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(manifestOf(folder), JSON.stringify({ compiler: compilerHash(), files: after }));
  return written.length + gone.length;
}

const manifestOf = (folder) => join(folder, 'dist/.build.json');
const outputOf = (folder, file) => join(folder, 'dist', file.replace(/\.ts$/, '.js'));

async function write(source, output) {
  mkdirSync(dirname(output), { recursive: true });
  if (source.endsWith('.ts')) await compile(source, output);
  else copyFileSync(source, output);
}

/**
 * The files of the last build; none, and all of it stale, when another compiler or configuration made them. Where another
 * process is just writing it there is none either: whoever waits for the lock then reads it again.
 */
function readManifest(path) {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { before: {}, isStale: false };
  }
  const isStale = manifest.compiler !== compilerHash();
  return { before: isStale ? {} : manifest.files, isStale };
}

function compilerHash() {
  const hash = createHash('sha256');
  for (const file of ['.swcrc', 'node_modules/@swc/core/package.json', 'tools/build.mjs']) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

async function compile(source, output) {
  // Loading the compiler takes longer than a whole build in which nothing changed.
  const { transformFile } = await import('@swc/core');
  const { code, map } = await transformFile(source, {
    cwd: root,
    configFile: join(root, '.swcrc'),
    swcrc: false,
  });
  writeFileSync(`${output}.map`, map ?? '');
  writeFileSync(output, code);
}

function removeOutputs(output) {
  rmSync(output, { force: true });
  rmSync(`${output}.map`, { force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bootstrap();
  const startedAt = performance.now();
  const written = await build();
  console.log(`florin: built ${written} changed files in ${Math.round(performance.now() - startedAt)} ms`);
}
