// What `npm run simulate` runs: the seeded simulation of the domain, as often as one likes.
// `--histories N` says how many, `--seed S` where to begin. A history is its seed: the same seed is the same history.
import { join } from 'node:path';
import { readArguments, root, run } from './command-line.mjs';

readArguments({ options: { histories: { type: 'string' }, seed: { type: 'string' } } });
const options = ['--conditions=@florin/source', `--import=${join(root, 'tools/typescript-source.mjs')}`];
const program = join(root, 'test/simulation/main.ts');
process.exitCode = await run(process.execPath, [...options, program, ...process.argv.slice(2)]);
