// Sums up the results that Jest stored for each Nx task: `node tools/test-summary.mjs test test:int`. With `--slowest`
// it lists the ten slowest files.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, root } from './command-line.mjs';

const { values, positionals: targets } = readArguments({
  options: { slowest: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const results = globSync('test-results/*/*.json', { cwd: root })
  .filter(
    (path) =>
      targets.length === 0 || targets.some((target) => path.endsWith(`/${target.replace(':', '-')}.json`)),
  )
  .map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')));
const sum = (key) => results.reduce((total, result) => total + result[key], 0);

if (values.slowest) {
  const files = results.flatMap((result) => result.files).sort((a, b) => b.seconds - a.seconds);
  for (const { path, seconds } of files.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${path}`);
}
console.log(
  `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
);
process.exitCode = sum('failed') === 0 && results.length > 0 ? 0 : 1;
