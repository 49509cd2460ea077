// Connection exhaustion: of the services' pools, or of the PostgreSQL server.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readGauge } from '../gauges.mjs';
import { clientWith, LoadBalancer } from '../load-balancer.mjs';
import { withConnection, superuserUrl } from '../records.mjs';

/** More than the size of a pool. */
const CONCURRENT_REQUESTS = 16;
const CONNECTION_LIMIT = 40;
const DEADLOCK = '40P01';
/** Metrics are cached for a second. */
const FRESH_METRICS_MS = 1_200;

/** Locks the ledger tables and sends more requests than the pools have connections. */
export const fillPools = ({ environment, random, journal, holdMs }) =>
  withConnection(environment.database.url, async (client) => {
    while (!(await tryLock(client))) await client.query('ROLLBACK');
    const requests = environment.apis.map((api) => listPayments(api, environment.platformKey, random));
    const waiting = await longestQueue(environment.apis, holdMs);
    await client.query('ROLLBACK');
    await Promise.all(requests);
    if (waiting === 0) journal.problems.push('no pool was exhausted');
  });

/** Returns false after a deadlock with other SQL transactions. */
async function tryLock(client) {
  await client.query('BEGIN');
  const lock = 'LOCK TABLE books, transactions, payment_requests IN ACCESS EXCLUSIVE MODE';
  return client.query(lock).then(
    () => true,
    (error) => {
      if (error.code !== DEADLOCK) throw error;
      return false;
    },
  );
}

/** Sends concurrent list requests to one instance and ignores the results. */
async function listPayments(api, key, random) {
  const loadBalancer = new LoadBalancer(() => [api]);
  const platform = clientWith(key, loadBalancer, random, { attempts: 1 });
  await Promise.allSettled(Array.from({ length: CONCURRENT_REQUESTS }, () => platform.payments.page()));
  loadBalancer.close();
}

async function longestQueue(apis, forMs) {
  const until = performance.now() + Math.max(forMs, FRESH_METRICS_MS);
  let longest = 0;
  do {
    const queues = await Promise.all(apis.map((api) => readGauge(api, 'db_pool_waiting')));
    longest = Math.max(longest, ...queues);
    await delay(20);
  } while (performance.now() < until);
  return longest;
}

/** Uses all connections of the database, and terminates those of the services. */
export async function fillServer({ environment, holdMs }) {
  const { url } = environment.database;
  const runAsSuperuser = (sql) => withConnection(superuserUrl(url), (client) => client.query(sql));
  const clients = await Promise.all(Array.from({ length: CONNECTION_LIMIT }, () => openConnection(url)));
  try {
    await runAsSuperuser(`ALTER DATABASE florin CONNECTION LIMIT ${CONNECTION_LIMIT}`);
    await runAsSuperuser(TERMINATE_SERVICES);
    await delay(holdMs);
  } finally {
    await runAsSuperuser('ALTER DATABASE florin CONNECTION LIMIT -1');
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

const TERMINATE_SERVICES = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'florin' AND application_name <> 'drill'`;

async function openConnection(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' });
  client.on('error', () => {});
  await client.connect();
  return client;
}
