// `npm run webhook-load`: one receiver that never responds and one that responds with 500 beside 14 good ones, with 200 deliveries
// a second, and then 500 creates a second with one endpoint. Exits with 1 if a figure misses its limit. `--seconds N` sets the
// duration of each.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from './build.mjs';
import { fail, readArguments, root } from './command-line.mjs';

const ACCOUNTS = 50;
const GOOD = 14;
const DELIVERIES_PER_SECOND = 200;
const CREATES_PER_SECOND = 500;
const SOCKETS = 64;
const MAX_P99_MS = 2_000;
const MAX_REST_SECONDS = 5;
/** When to give up. */
const MAX_WAIT_SECONDS = 120;

const { values } = readArguments({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string' } },
});
const seconds = Number(values.seconds);
if (!(seconds >= 5 && seconds <= 600)) fail('--seconds must be from 5 to 600.');
if (![undefined, 'mixed', 'rate'].includes(values.only)) fail('--only must be mixed or rate.');

await build();
const { Florin } = await import('@florin/client');
const { createRequests } = await import('./bench/requests.mjs');
const { reportFigures } = await import('./load/figures.mjs');
const { LoadEnvironment } = await import('./load/load-environment.mjs');

const log = (message) => process.stderr.write(`florin: ${message}\n`);
log('starting PostgreSQL, the API, the worker and a receiver, opening accounts');
const environment = await LoadEnvironment.start(ACCOUNTS);
let isMissed = false;
try {
  const receiver = await startReceiver();
  const { url } = await environment.startService();
  await environment.startWorker();
  const admin = new Florin({ baseUrl: url });
  await admin.login(environment.admin);
  const callers = await environment.callers(url);
  const figures = [
    ...(values.only === 'rate' ? [] : await mixedReceivers({ url, admin, callers, receiver })),
    ...(values.only === 'mixed' ? [] : await highRate({ url, admin, callers, receiver })),
  ];
  isMissed = reportFigures('webhook-load', figures, { seconds });
} finally {
  await environment.close();
}
process.exit(isMissed ? 1 : 0);

async function mixedReceivers({ url, admin, callers, receiver }) {
  const paths = [...Array.from({ length: GOOD }, (_, number) => `/good/${number}`), '/silent', '/failing'];
  const endpoints = [];
  for (const path of paths)
    endpoints.push(await admin.webhookEndpoints.create({ url: `${receiver.url}${path}`, events: ['*'] }));
  log(`${DELIVERIES_PER_SECOND} deliveries a second to ${paths.length} endpoints for ${seconds} s`);
  const { created } = await createTransactions(url, callers, DELIVERIES_PER_SECOND / paths.length);
  await untilReceived(receiver, created * GOOD);
  const { distinct, p50, p99, max } = await receiver.figures('reset');
  for (const { id } of endpoints) await admin.webhookEndpoints.delete(id);
  return [
    { name: 'deliveries to good receivers', value: distinct / seconds, unit: 'per second', digits: 1 },
    { name: 'missing at good receivers', value: created * GOOD - distinct, unit: '', most: 0 },
    { name: 'p50 from event to receipt', value: p50, unit: 'ms' },
    { name: 'p99 from event to receipt', value: p99, unit: 'ms', most: MAX_P99_MS },
    { name: 'slowest', value: max, unit: 'ms' },
  ];
}

async function highRate({ url, admin, callers, receiver }) {
  await admin.webhookEndpoints.create({ url: `${receiver.url}/`, events: ['*'] });
  log(`${CREATES_PER_SECOND} creates a second with one endpoint for ${seconds} s`);
  const { created, endedAt, p99 } = await createTransactions(url, callers, CREATES_PER_SECOND);
  const atEnd = await receiver.figures();
  await untilReceived(receiver, created);
  const restSeconds = (performance.now() - endedAt) / 1000;
  const { distinct } = await receiver.figures('reset');
  return [
    { name: 'creates', value: created / seconds, unit: 'per second' },
    { name: 'p99 of creates', value: p99, unit: 'ms' },
    { name: 'delivered at the end', value: atEnd.distinct, unit: '' },
    { name: 'missing', value: created - distinct, unit: '', most: 0 },
    { name: 'all delivered after the end', value: restSeconds, unit: 's', most: MAX_REST_SECONDS, digits: 1 },
  ];
}

async function createTransactions(url, callers, rate) {
  const requests = createRequests(callers);
  const task = { url, requests, rate, seconds, sockets: SOCKETS, windowMs: 1_000 };
  const { done, wrong, refused, lost, example } = await environment.run('open-loop.mjs', task);
  if (wrong + refused.count + lost > 0)
    log(`${refused.count} creates were refused, ${wrong} failed, ${lost} were lost: ${example ?? ''}`);
  return { created: done.count, p99: done.p99, endedAt: performance.now() };
}

async function untilReceived(receiver, count) {
  const deadline = performance.now() + MAX_WAIT_SECONDS * 1000;
  while ((await receiver.figures()).distinct < count && performance.now() < deadline) await delay(50);
}

async function startReceiver() {
  const child = fork(join(root, 'tools/load/receiver.mjs'));
  environment.onClose(() => child.disconnect());
  const [url] = await once(child, 'message');
  const figures = async (message = 'figures') => {
    const answer = once(child, 'message');
    child.send(message);
    return (await answer)[0];
  };
  return { url, figures };
}
