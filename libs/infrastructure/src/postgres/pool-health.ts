import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { ConnectionOptions } from './connection-options.js';
import { connectionOptionsOf, isReadOnly, poolOf } from './database-pool.js';
import { sqlStateOf } from './driver-error.js';

const TICK_MS = 100;
const REMEMBERED_MS = 250;
const PROBE_TIMEOUT_MS = 3_000;

const probes = new WeakMap<DataSource, Promise<boolean>>();

/** Whether the server accepts connections and writes, also when every connection of the pool is in use or it is frozen. */
export async function databaseIsReachable(dataSource: DataSource, withinMs = 900): Promise<boolean> {
  return Promise.race([probeOnce(dataSource), passed(withinMs).then(() => false)]);
}

/** Shared, and a success is remembered for a moment: readiness needs no authentication and may be asked for at any rate. */
function probeOnce(dataSource: DataSource): Promise<boolean> {
  const running = probes.get(dataSource);
  if (running !== undefined) return running;
  const probe = canWrite(connectionOptionsOf(dataSource));
  probes.set(dataSource, probe);
  void probe.then((isReachable) => {
    setTimeout(() => probes.delete(dataSource), isReachable ? REMEMBERED_MS : 0).unref();
  });
  return probe;
}

async function canWrite({ url, ssl }: ConnectionOptions): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    ssl,
    application_name: 'florin probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return !(await isReadOnly(client));
  } catch (error) {
    // A server without a free connection still serves those that the pool has.
    return sqlStateOf(error)?.startsWith('53') === true;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Counted in ticks of the event loop, so that a response which arrived while it was blocked is read first. */
async function passed(milliseconds: number): Promise<void> {
  for (let tick = 0; tick < milliseconds / TICK_MS; tick++) await delay(TICK_MS, undefined, { ref: false });
}

export interface PoolGauges {
  readonly size: number;
  readonly idle: number;
  /** Requests that wait for a connection. Many of them mean that more is asked than the database can do. */
  readonly waiting: number;
}

export function poolGauges(dataSource: DataSource): PoolGauges {
  const { totalCount: size, idleCount: idle, waitingCount: waiting } = poolOf(dataSource);
  return { size, idle, waiting };
}
