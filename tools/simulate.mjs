// `npm run simulate`: the seeded simulation of the domain. `--histories N` sets the number of histories, `--seed S` the first
// seed. The same seed produces the same history.
import { join } from 'node:path';
import { readArguments, root, run } from './command-line.mjs';

readArguments({ options: { histories: { type: 'string' }, seed: { type: 'string' } } });
const options = ['--conditions=@florin/source', `--import=${join(root, 'tools/typescript-source.mjs')}`];
const program = join(root, 'test/simulation/main.ts');
process.exitCode = await run(process.execPath, [...options, program, ...process.argv.slice(2)]);
