// Counts what the services hold open, to tell whether a fault has left something behind.
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readGauge } from './gauges.mjs';
import { withConnection, superuserUrl } from './records.mjs';

/** The queue of the worker has up to four connections that no gauge shows, and lets go of them when it is idle. */
const QUEUE_CONNECTIONS = 4;
/** Threads for hashing come and go, and a few handles with them. What leaks, leaks with every fault. */
const COMING_AND_GOING = 6;
const POLL_MS = 100;

/** What each process holds open, the database connections of its pool aside, by name. */
export async function countHandles(services) {
  const counts = await Promise.all(services.map(async (service) => [service.name, await handlesOf(service)]));
  return Object.fromEntries(counts);
}

async function handlesOf(service) {
  // Only Linux shows them as files; elsewhere the connections alone are counted.
  if (!existsSync('/proc/self/fd')) return 0;
  const pool = await poolSize(service);
  return readdirSync(`/proc/${service.pid}/fd`).length - pool;
}

const poolSize = (service) => readGauge(service, 'db_pool_connections');

/** Waits until every process is back to what it held before, and tells of those that do not get there. */
export async function findLeaks(house, before, withinMs) {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const leaks = await lookForLeaks(house, before);
    if (leaks.length === 0 || performance.now() > deadline) return leaks;
    await delay(POLL_MS);
  }
}

async function lookForLeaks({ services, database }, before) {
  const after = await countHandles(services);
  const leaks = services
    .filter(({ name }) => after[name] > before[name] + COMING_AND_GOING)
    .map(({ name }) => `${name} holds ${after[name]} handles and held ${before[name]}`);
  const pools = await Promise.all(services.map(poolSize));
  const known = pools.reduce((sum, size) => sum + size, QUEUE_CONNECTIONS);
  const connections = await countConnections(database.url);
  if (connections > known)
    leaks.push(`${connections} connections to PostgreSQL, but the pools know ${known}`);
  return leaks;
}

const countConnections = (url) =>
  withConnection(superuserUrl(url), async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE usename = 'florin'`,
    );
    return rows[0].count;
  });
