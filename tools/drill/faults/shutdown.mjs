// SIGTERM with a hundred requests in flight: each must get its response, and the process must exit in time.
import { setTimeout as delay } from 'node:timers/promises';
import { readGauge } from '../gauges.mjs';
import { newEntry } from '../journal.mjs';
import { clientWith, LoadBalancer } from '../load-balancer.mjs';
import { withConnection } from '../records.mjs';

const REQUESTS = 100;
/** Below the pool's connection timeout, so that no request is rejected for that reason. */
const HELD_AFTER_SIGNAL_MS = 400;
const END_WITHIN_MS = 10_000;

export async function endWithRequestsInFlight({
  environment,
  random,
  journal,
  accounts,
  prefix,
  round,
  timeoutFactor,
}) {
  const api = environment.apis[round % environment.apis.length];
  const loadBalancer = new LoadBalancer(() => [api]);
  const { outcomes, ended } = await withConnection(environment.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE books IN EXCLUSIVE MODE');
    const sent = Array.from({ length: REQUESTS }, (_, number) =>
      create(
        { loadBalancer, random, journal },
        accounts[number % accounts.length],
        `${prefix}-end${round}-${number}`,
      ),
    );
    await untilInFlight(api, REQUESTS);
    const ending = timed(() => api.end('SIGTERM'));
    await delay(HELD_AFTER_SIGNAL_MS);
    await client.query('ROLLBACK');
    return { outcomes: await Promise.all(sent), ended: await ending };
  });
  loadBalancer.close();
  const failed = outcomes.filter((outcome) => outcome !== 'acknowledged').length;
  if (failed > 0) journal.problems.push(`${failed} of ${REQUESTS} requests in flight were not acknowledged`);
  if (ended.result !== 0) journal.problems.push(`${api.name} exited with ${ended.result} on SIGTERM`);
  if (ended.milliseconds > END_WITHIN_MS * timeoutFactor)
    journal.problems.push(`${api.name} took ${Math.round(ended.milliseconds)} ms to exit`);
  await environment.start(api);
  return { requestsInFlight: REQUESTS, endedWithinMs: Math.round(ended.milliseconds) };
}

/** Without retries, because another process could respond to them. */
async function create({ loadBalancer, random, journal }, { id, key }, reference) {
  const florin = clientWith(key, loadBalancer, random, { attempts: 1 });
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
