// `npm run soak`: finds memory leaks. Runs a mixed load for ten minutes and samples the heap after garbage collection. Exits
// with 1 if the heap grows by more than 10 % after the warm-up. `--seconds N` sets the duration, `--rate N` the requests per
// second.
import { build } from './build.mjs';
import { fail, readArguments } from './command-line.mjs';

const ACCOUNTS = 40;
const CONNECTIONS = 40;
const SAMPLES = 24;
const WARM_UP_SAMPLES = 6;
/** Number of samples in a median. */
const MEDIAN_SAMPLES = 4;
const MAX_GROWTH = 0.1;

const { values } = readArguments({
  options: { seconds: { type: 'string', default: '600' }, rate: { type: 'string', default: '1000' } },
});
const [seconds, rate] = [Number(values.seconds), Number(values.rate)];
if (!(seconds >= 24 && seconds <= 86_400)) fail('--seconds must be from 24 to 86400.');
if (!(rate >= 1 && rate <= 100_000)) fail('--rate must be from 1 to 100000.');

await build();
const { LoadEnvironment } = await import('./load/load-environment.mjs');
const { Heap } = await import('./load/heap.mjs');

const log = (message) => process.stderr.write(`florin: ${message}\n`);
log('starting PostgreSQL and the service, opening accounts');
const environment = await LoadEnvironment.start(ACCOUNTS);
let isPassed = false;
try {
  isPassed = await soak();
} finally {
  await environment.close();
}
process.exit(isPassed ? 0 : 1);

async function soak() {
  const service = await environment.startService({ arguments: ['--inspect=127.0.0.1:0'] });
  const { url } = service;
  const callers = await environment.callers(url);
  const heap = await Heap.of(service.output());
  log(`sending ${rate} requests per second for ${seconds} s`);
  const loading = environment.run('mixed.mjs', {
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
    log(`${samples.at(-1).toFixed(1)} MiB after ${Math.round(((sample + 1) * seconds) / SAMPLES)} s`);
  }
  const { statusCounts, example } = await loading;
  heap.close();
  await service.stop();
  return report(samples, statusCounts, example);
}

function report(samples, statusCounts, example) {
  const warm = median(samples.slice(WARM_UP_SAMPLES, WARM_UP_SAMPLES + MEDIAN_SAMPLES));
  const end = median(samples.slice(-MEDIAN_SAMPLES));
  const growth = end / warm - 1;
  const served = Object.entries(statusCounts).reduce((sum, [, count]) => sum + count, 0);
  const failures = Object.entries(statusCounts).filter(([status]) => status === 'lost' || status >= '500');
  const passed = growth <= MAX_GROWTH && failures.length === 0;
  if (example !== undefined) console.log(`florin: ${example}`);
  console.log(
    `soak: ${passed ? 'passed' : 'FAILED'}, ${served} requests in ${seconds} s, heap after garbage collection from ` +
      `${warm.toFixed(1)} to ${end.toFixed(1)} MiB (${(growth * 100).toFixed(1)} %)`,
  );
  const heapMiB = samples.map((sample) => Number(sample.toFixed(2)));
  console.log(
    JSON.stringify({
      passed,
      seconds,
      rate,
      warmMiB: warm,
      endMiB: end,
      growth,
      answers: statusCounts,
      heapMiB,
    }),
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
