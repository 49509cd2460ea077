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

/** Brings every dist/ up to date and answers how many files it wrote. */
export function build() {
  return withLock(join(root, '.cache/build.lock'), async () => {
    const counts = await Promise.all(packages().map((folder) => buildPackage(folder)));
    return counts.reduce((sum, count) => sum + count, 0);
  });
}

function packages() {
  const folders = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => join(root, kind, name)),
  );
  return folders.filter((folder) => existsSync(join(folder, 'src')));
}

async function buildPackage(folder) {
  const src = join(folder, 'src');
  const dist = join(folder, 'dist');
  const manifestPath = join(dist, '.build.json');
  const before = readManifest(manifestPath);
  const after = {};
  const work = [];

  for (const file of readdirSync(src, { recursive: true })) {
    const isSource = file.endsWith('.ts');
    if (neverBuilt.test(file) || (!isSource && !assets.test(file))) continue;
    const { mtimeMs, size } = statSync(join(src, file));
    const output = join(dist, file.replace(/\.ts$/, '.js'));
    after[file] = `${mtimeMs}:${size}`;
    if (before[file] === after[file] && existsSync(output)) continue;
    mkdirSync(dirname(output), { recursive: true });
    if (isSource) work.push(compile(join(src, file), output));
    else copyFileSync(join(src, file), output);
  }

  const gone = Object.keys(before).filter((file) => !(file in after));
  for (const file of gone) removeOutputs(join(dist, file.replace(/\.ts$/, '.js')));
  await Promise.all(work);

  const manifest = { compiler: compilerHash(), files: after };
  if (JSON.stringify(before) !== JSON.stringify(after)) writeFileSync(manifestPath, JSON.stringify(manifest));
  return work.length + gone.length;
}

/** The files of the last build; none when another compiler or configuration made them. */
function readManifest(path) {
  if (!existsSync(path)) return {};
  const { compiler, files } = JSON.parse(readFileSync(path, 'utf8'));
  if (compiler === compilerHash()) return files;
  rmSync(dirname(path), { recursive: true });
  return {};
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
