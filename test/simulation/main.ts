import { parseArgs } from 'node:util';
import { simulate } from './simulate.js';
import { formatHistory } from './history-report.js';

// Run by `npm run simulate`.

const { values } = parseArgs({
  options: { histories: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const histories = numberOf('histories', values.histories);
const seed = numberOf('seed', values.seed ?? String(Date.now() % 1_000_000_000));
const startedAt = performance.now();

const {
  steps,
  commits,
  fired,
  failedHistory,
  histories: completed,
} = await simulate(seed, histories, progress);
const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
const faults = [...fired.values()].reduce((sum, times) => sum + times, 0);

if (failedHistory !== undefined) console.log(formatHistory(failedHistory));
const ending = failedHistory === undefined ? 'no rule was broken' : `history ${failedHistory.seed} failed`;
console.log(
  `${completed} histories from seed ${seed}: ${commits} commits, ${faults} faults, ${seconds} s; ${ending}.`,
);
if (failedHistory === undefined) {
  const rarest = [...fired].sort(([, left], [, right]) => left - right).slice(0, 3);
  console.log(`Rarest faults: ${rarest.map(([fault, times]) => `${fault} (${times})`).join(', ')}.`);
}
const { findings = [], seed: wrongSeed = null } = failedHistory ?? {};
console.log(
  JSON.stringify({
    ok: failedHistory === undefined,
    histories: completed,
    seed,
    steps,
    commits,
    faults,
    seconds,
    wrongSeed,
    findings,
  }),
);
process.exitCode = failedHistory === undefined ? 0 : 1;

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`--${name} must be a whole number, not ${text}.`);
  process.exit(2);
}

function progress(count: number): void {
  if (process.stderr.isTTY && count % 500 === 0) process.stderr.write(`\r${count} histories`);
}
