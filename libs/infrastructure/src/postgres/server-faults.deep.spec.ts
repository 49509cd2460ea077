import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { until } from '../../../../test/support/until.js';
import {
  findCommitOutcome,
  SQL_TRANSACTION_IDENTITY,
  type SqlTransactionIdentity,
} from './commit-outcome.js';
import { readConnectionOptions } from './connection-options.js';
import { connect, createDataSource, type DatabaseLogEntry } from './data-source.js';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/embedded-postgres.js';
import { translateDatabaseError, Unavailable } from './errors.js';
import { isDatabaseReachable } from './database-pool.js';
import { inSqlTransaction } from './sql-transaction.js';

/** A separate server: crashing the shared one would break other tests. */
const dataDir = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
let server: EmbeddedPostgres;
let dataSource: DataSource;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  dataSource = await connect(createDataSource({ url: server.url, timeouts: { query: 2_000 } }));
  await dataSource.query('CREATE TABLE things (id int PRIMARY KEY)');
});
afterAll(async () => {
  await dataSource.destroy();
  await server.stop();
  await removeEmbeddedPostgres(dataDir);
});

async function failureOf(request: Promise<unknown>): Promise<unknown> {
  return request.then(() => undefined, translateDatabaseError);
}

async function untilBack(): Promise<void> {
  for (let turn = 0; (await failureOf(dataSource.query('SELECT 1'))) !== undefined; turn++) {
    if (turn === 400) throw new Error('The server did not come back');
    await delay(50);
  }
}

/** The identity of a SQL transaction that is in the WAL on disk, so that it survives a crash. */
const commitRow = async (): Promise<SqlTransactionIdentity> =>
  inSqlTransaction(dataSource, async (manager) => {
    await manager.query('SET LOCAL synchronous_commit = on');
    await manager.query('INSERT INTO things VALUES (-1)');
    const [identity] = await manager.query<[SqlTransactionIdentity]>(`SELECT ${SQL_TRANSACTION_IDENTITY}`);
    return identity;
  });

/** Killing one backend makes the server end all others; the second connection detects that. */
async function crash(): Promise<void> {
  const [victim, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  const [{ pid }] = (await victim.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  const crashed = other.query('SELECT pg_sleep(9)').catch(() => undefined);
  process.kill(pid, 'SIGKILL');
  await crashed;
  await Promise.all([victim.release(), other.release()]);
}

describe('a server that crashes and recovers by itself', () => {
  it('makes requests fail with unavailable only, and is used again without a restart of the service', async () => {
    const failures: unknown[] = [];
    let isDone = false;
    const load = async (first: number) => {
      for (let id = first; !isDone; id += 8) {
        failures.push(
          await failureOf(
            inSqlTransaction(dataSource, (manager) => manager.query('INSERT INTO things VALUES ($1)', [id])),
          ),
        );
      }
    };
    const loads = Array.from({ length: 8 }, (_, index) => load(index));
    await delay(200);
    await crash();
    await untilBack();
    isDone = true;
    await Promise.all(loads);
    const errors = failures.filter((failure) => failure !== undefined);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((failure) => !(failure instanceof Unavailable))).toEqual([]);
  });

  it('returns an unknown outcome for a SQL transaction from before the crash', async () => {
    const identity = await commitRow();
    expect(await findCommitOutcome(readConnectionOptions(server.url), identity)).toBe('committed');
    await crash();
    await untilBack();
    expect(await findCommitOutcome(readConnectionOptions(server.url), identity)).toBe('unknown');
  });
});

describe('a server that is suspended by a signal', () => {
  it('is reported as unreachable, fails requests within the timeouts, and is used again when it continues', async () => {
    // Suspends the backends of the pool and the postmaster, which starts new ones; probes have other names.
    const pids = await dataSource.query<{ pid: number }[]>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'florin'",
    );
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const { pid } of [{ pid: server.pid }, ...pids]) process.kill(pid, name);
    };
    await delay(300);
    try {
      signal('SIGSTOP');
      const startedAt = scheduledNow();
      const isReachable = isDatabaseReachable(dataSource);
      const failure = failureOf(dataSource.query('SELECT 1'));
      expect(await isReachable).toBe(false);
      expect(scheduledNow() - startedAt).toBeLessThan(3_000);
      expect(await failure).toBeInstanceOf(Unavailable);
      expect(scheduledNow() - startedAt).toBeLessThan(8_000);
    } finally {
      signal('SIGCONT');
    }
    const continuedAt = scheduledNow();
    await untilBack();
    expect(scheduledNow() - continuedAt).toBeLessThan(10_000);
  });
});

const restorePassword = () => `ALTER ROLE florin PASSWORD '${new URL(server.url).password}'`;

async function asSuperuser(...statements: string[]): Promise<void> {
  const { hostname: host, port, password } = new URL(server.url);
  const client = new pg.Client({
    host,
    port: Number(port),
    user: 'postgres',
    database: 'postgres',
    password,
  });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe('a server that rejects connections', () => {
  it.each([
    ['the password was changed', `ALTER ROLE florin PASSWORD 'another'`, restorePassword],
    ['the role has NOLOGIN', 'ALTER ROLE florin NOLOGIN', () => 'ALTER ROLE florin LOGIN'],
    [
      'the database allows no connections',
      'ALTER DATABASE florin ALLOW_CONNECTIONS false',
      () => 'ALTER DATABASE florin ALLOW_CONNECTIONS true',
    ],
  ])(
    'because %s, makes requests fail with unavailable and the service not ready, and logs the reason once',
    async (_, change, undo) => {
      const warnings: string[] = [];
      const log = ({ level, message }: DatabaseLogEntry): void => {
        if (level === 'warn' && message.includes('refuses connections')) warnings.push(message);
      };
      const own = await connect(createDataSource({ url: server.url, log }));
      const query = () => failureOf(own.query('SELECT 1'));
      await asSuperuser(
        change,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'florin'`,
      );
      await until('no connection is left', async () => (await query()) !== undefined);
      for (let time = 0; time < 3; time++) {
        expect(await query()).toBeInstanceOf(Unavailable);
        await until('readiness is off', async () => !(await isDatabaseReachable(own)));
      }
      await asSuperuser(undo());
      await until('connections are accepted again', async () => (await query()) === undefined);
      expect(await isDatabaseReachable(own)).toBe(true);
      await own.destroy();
      expect(warnings).toHaveLength(1);
    },
    30_000,
  );
});
