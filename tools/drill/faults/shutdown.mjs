// SIGTERM while a hundred requests are being answered: each gets its true answer, and the process ends well in time.
import { setTimeout as delay } from 'node:timers/promises';
import { readGauge } from '../gauges.mjs';
import { newEntry } from '../journal.mjs';
import { clientWith, LoadBalancer } from '../load-balancer.mjs';
import { withConnection } from '../records.mjs';

const REQUESTS = 100;
/** Below the longest that a request may wait for a connection, so that nobody is refused for that. */
const HELD_AFTER_SIGNAL_MS = 400;
const END_WITHIN_MS = 10_000;

export async function endWithRequestsInFlight({
  house,
  chance,
  journal,
  accounts,
  prefix,
  strikes,
  patience,
}) {
  const api = house.apis[strikes % house.apis.length];
  const line = new LoadBalancer(() => [api]);
  const { answers, ended } = await withConnection(house.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE books IN EXCLUSIVE MODE');
    const sent = Array.from({ length: REQUESTS }, (_, number) =>
      create(line, chance, journal, accounts[number % accounts.length], `${prefix}-end${strikes}-${number}`),
    );
    await untilInFlight(api, REQUESTS);
    const ending = timed(() => api.end('SIGTERM'));
    await delay(HELD_AFTER_SIGNAL_MS);
    await client.query('ROLLBACK');
    return { answers: await Promise.all(sent), ended: await ending };
  });
  line.close();
  const untrue = answers.filter((outcome) => outcome !== 'acknowledged').length;
  if (untrue > 0) journal.problems.push(`${untrue} of ${REQUESTS} requests in flight got no true answer`);
  if (ended.result !== 0) journal.problems.push(`${api.name} ended with ${ended.result} on SIGTERM`);
  if (ended.milliseconds > END_WITHIN_MS * patience)
    journal.problems.push(`${api.name} took ${Math.round(ended.milliseconds)} ms to end`);
  await house.start(api);
  return { requestsInFlight: REQUESTS, endedWithinMs: Math.round(ended.milliseconds) };
}

/** Sent once and never again: what counts is what this very process answers. */
async function create(line, chance, journal, { id, key }, reference) {
  const florin = clientWith(key, line, chance, { attempts: 1 });
  const body = { account_id: id, amount: 7, currency: 'USD', type: 'credit', reference };
  const entry = newEntry('transaction', body);
  await journal.create(entry, () => florin.transactions.create(body, { idempotencyKey: entry.key }));
  return entry.outcome;
}

async function untilInFlight(api, count) {
  while ((await readGauge(api, 'http_requests_in_flight')) < count) await delay(10);
}

async function timed(work) {
  const startedAt = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - startedAt };
}
