// What `npm run soak` runs: a mixed load on a real service for ten minutes, and what is left of its heap after a
// collection, again and again. Exits with 1 when the end is more than a tenth above the level after warming up.
// `--seconds N` sets how long, `--rate N` how many requests a second.
import { build } from './build.mjs';
import { fail, readArguments } from './command-line.mjs';

const ACCOUNTS = 40;
const CONNECTIONS = 40;
const SAMPLES = 24;
/** The part of the samples that belongs to warming up, and how many make up a level. */
const WARM_UP = 6;
const LEVEL_OF = 4;
const MOST_GROWTH = 0.1;

const { values } = readArguments({
  options: { seconds: { type: 'string', default: '600' }, rate: { type: 'string', default: '1000' } },
});
const [seconds, rate] = [Number(values.seconds), Number(values.rate)];
if (!(seconds >= 24 && seconds <= 86_400)) fail('--seconds must be from 24 to 86400.');
if (!(rate >= 1 && rate <= 100_000)) fail('--rate must be from 1 to 100000.');

await build();
const { LoadEnvironment } = await import('./load/load-environment.mjs');
const { Heap } = await import('./load/heap.mjs');

const say = (words) => process.stderr.write(`florin: ${words}\n`);
say('starting PostgreSQL and the service, opening accounts');
const stage = await LoadEnvironment.set(ACCOUNTS);
let isPassed = false;
try {
  isPassed = await soak();
} finally {
  await stage.close();
}
process.exit(isPassed ? 0 : 1);

async function soak() {
  const service = await stage.startService({ arguments: ['--inspect=127.0.0.1:0'] });
  const { url } = service;
  const callers = await stage.callers(url);
  const heap = await Heap.of(service.words());
  say(`loading it with ${rate} requests a second for ${seconds} s`);
  const loading = stage.run('mixed.mjs', {
    url,
    callers,
    connections: CONNECTIONS,
    rate,
    seconds: seconds + 2,
  });
  const startedAt = performance.now();
  const samples = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await pause(startedAt + ((sample + 1) * seconds * 1000) / SAMPLES - performance.now());
    samples.push((await heap.afterCollection()) / 2 ** 20);
    say(`${samples.at(-1).toFixed(1)} MiB after ${Math.round(((sample + 1) * seconds) / SAMPLES)} s`);
  }
  const { answers, example } = await loading;
  heap.close();
  await service.stop();
  return report(samples, answers, example);
}

function report(samples, answers, example) {
  const warm = median(samples.slice(WARM_UP, WARM_UP + LEVEL_OF));
  const end = median(samples.slice(-LEVEL_OF));
  const growth = end / warm - 1;
  const served = Object.entries(answers).reduce((sum, [, count]) => sum + count, 0);
  const troubles = Object.entries(answers).filter(([status]) => status === 'lost' || status >= '500');
  const passed = growth <= MOST_GROWTH && troubles.length === 0;
  if (example !== undefined) console.log(`florin: ${example}`);
  console.log(
    `soak: ${passed ? 'passed' : 'FAILED'}, ${served} requests in ${seconds} s, heap after collection from ` +
      `${warm.toFixed(1)} to ${end.toFixed(1)} MiB (${(growth * 100).toFixed(1)} %)`,
  );
  const heapMiB = samples.map((sample) => Number(sample.toFixed(2)));
  console.log(
    JSON.stringify({ passed, seconds, rate, warmMiB: warm, endMiB: end, growth, answers, heapMiB }),
  );
  return passed;
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
