// `npm run bench`: throughput and latency of the service over HTTP. Each row is compared with reference rows of the same run,
// because results of different runs depend on the machine's load.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build } from './build.mjs';
import { fail, readArguments, root } from './command-line.mjs';

const HELP = `npm run bench -- [options]

  --seconds N        seconds per row, over all rounds (6)
  --rounds N         number of rounds; the median counts (3)
  --only TEXT        only rows whose name contains this text; may be repeated
  --transactions N   create this many transactions first (0)
  --out FILE         write the results as JSON (.cache/bench.json)
  --compare FILE     show the change since the run that wrote this file

Runs pgbench, too, if it is installed. To profile the service: BENCH_NODE_OPTIONS=--cpu-prof npm run bench`;

const { values } = readArguments({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true, default: [] },
    transactions: { type: 'string', default: '0' },
    out: { type: 'string', default: resolve(root, '.cache/bench.json') },
    compare: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const seconds = numberIn('seconds', 1, 60);
const rounds = numberIn('rounds', 1, 99);
const transactions = numberIn('transactions', 0, 100_000_000);
const earlier = values.compare === undefined ? undefined : readEarlier(values.compare);

await build();
const { Bench } = await import('./bench/bench.mjs');
const { Progress, printChange, printTable } = await import('./bench/report.mjs');

const bench = new Bench({ seconds, rounds, transactions, only: values.only, progress: new Progress() });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => bench.close().finally(() => process.exit(130)));

try {
  const rows = await bench.measure();
  printTable(rows);
  if (earlier !== undefined) printChange(rows, earlier.rows);
  mkdirSync(dirname(resolve(values.out)), { recursive: true });
  const result = { at: new Date().toISOString(), seconds, rounds, transactions, rows };
  writeFileSync(values.out, `${JSON.stringify(result, undefined, 2)}\n`);
} finally {
  await bench.close();
}

function numberIn(name, least, most) {
  const number = Number(values[name]);
  if (!(number >= least && number <= most)) fail(`--${name} must be a number from ${least} to ${most}.`);
  return number;
}

function readEarlier(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    fail(`--compare: ${file} is not a result of npm run bench (${error.message}).`);
  }
}
