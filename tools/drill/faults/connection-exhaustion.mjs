// Connections to PostgreSQL run out: those in the services' pools, or those that the server has to give.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readGauge } from '../gauges.mjs';
import { clientWith, LoadBalancer } from '../load-balancer.mjs';
import { withConnection, superuserUrl } from '../records.mjs';

/** More than a pool has. */
const CROWD = 16;
const CONNECTIONS_FOR_ALL = 40;
const DEADLOCK = '40P01';
/** A service renders its metrics once a second: after this long one of two readings was taken while the pool was full. */
const METRICS_ARE_FRESH_MS = 1_200;

/** Keeps every statement about money waiting for a lock, and adds a crowd that asks for more connections than there are. */
export const fillPools = ({ house, chance, journal, holdMs }) =>
  withConnection(house.database.url, async (client) => {
    while (!(await hasLocked(client))) await client.query('ROLLBACK');
    const crowds = house.apis.map((api) => crowdAt(api, house.platformKey, chance));
    const waiting = await longestQueue(house.apis, holdMs);
    await client.query('ROLLBACK');
    await Promise.all(crowds);
    if (waiting === 0) journal.problems.push('no pool was ever full');
  });

/** Whoever takes several tables at once, in the middle of others' work, may be the one that a deadlock is solved with. */
async function hasLocked(client) {
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

/** Asks one instance for many lists at once; what becomes of them is nobody's concern. */
async function crowdAt(api, key, chance) {
  const line = new LoadBalancer(() => [api]);
  const platform = clientWith(key, line, chance, { attempts: 1 });
  await Promise.allSettled(Array.from({ length: CROWD }, () => platform.payments.page()));
  line.close();
}

async function longestQueue(apis, forMs) {
  const until = performance.now() + Math.max(forMs, METRICS_ARE_FRESH_MS);
  let longest = 0;
  do {
    const queues = await Promise.all(apis.map((api) => readGauge(api, 'db_pool_waiting')));
    longest = Math.max(longest, ...queues);
    await delay(20);
  } while (performance.now() < until);
  return longest;
}

/** Others have so many connections, the database lets in no more, and the services' own are ended. */
export async function fillServer({ house, holdMs }) {
  const { url } = house.database;
  const administrate = (sql) => withConnection(superuserUrl(url), (client) => client.query(sql));
  const taken = await Promise.all(Array.from({ length: CONNECTIONS_FOR_ALL }, () => takeOne(url)));
  try {
    await administrate(`ALTER DATABASE florin CONNECTION LIMIT ${CONNECTIONS_FOR_ALL}`);
    await administrate(END_SERVICES);
    await delay(holdMs);
  } finally {
    await administrate('ALTER DATABASE florin CONNECTION LIMIT -1');
    await Promise.all(taken.map((client) => client.end().catch(() => {})));
  }
}

const END_SERVICES = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'florin' AND application_name <> 'drill'`;

async function takeOne(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' });
  client.on('error', () => {});
  await client.connect();
  return client;
}
