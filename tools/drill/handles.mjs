// Counts open handles of the services, to find leaks after a fault.
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readGauge } from './gauges.mjs';
import { withConnection } from './records.mjs';

/** The job queue of the worker has up to four connections that are not in the gauge. */
const QUEUE_CONNECTIONS = 4;
/** Hashing threads open and close a few handles. A leak grows with every fault. */
const HANDLE_TOLERANCE = 6;
const POLL_MS = 100;

/** Open handles by service, without the pooled database connections. */
export async function countHandles(services) {
  const counts = await Promise.all(services.map(async (service) => [service.name, await handlesOf(service)]));
  return Object.fromEntries(counts);
}

async function handlesOf(service) {
  // Only Linux has /proc; on other systems only connections are counted.
  if (!existsSync('/proc/self/fd')) return 0;
  const pool = await poolSize(service);
  return readdirSync(`/proc/${service.pid}/fd`).length - pool;
}

const poolSize = (service) => readGauge(service, 'db_pool_connections');

/** Waits until every process is back at its earlier count, and returns those that are not. */
export async function findLeaks(environment, before, withinMs) {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const leaks = await lookForLeaks(environment, before);
    if (leaks.length === 0 || performance.now() > deadline) return leaks;
    await delay(POLL_MS);
  }
}

async function lookForLeaks({ services, database }, before) {
  const after = await countHandles(services);
  const leaks = services
    .filter(({ name }) => after[name] > before[name] + HANDLE_TOLERANCE)
    .map(({ name }) => `${name} has ${after[name]} open handles, ${before[name]} before`);
  const pools = await Promise.all(services.map(poolSize));
  const known = pools.reduce((sum, size) => sum + size, QUEUE_CONNECTIONS);
  const connections = await countConnections(database.url);
  if (connections > known) leaks.push(`${connections} connections to PostgreSQL, but ${known} in the pools`);
  return leaks;
}

const countConnections = (url) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND application_name LIKE 'florin%'`,
    );
    return rows[0].count;
  });
