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

/** Faults of the server itself need a server of one's own: the shared one has other guests. */
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

/** Of a SQL transaction that has reached the log on disk, which a crash does not forget. */
const markNow = async (): Promise<SqlTransactionIdentity> =>
  inSqlTransaction(dataSource, async (manager) => {
    await manager.query('SET LOCAL synchronous_commit = on');
    await manager.query('INSERT INTO things VALUES (-1)');
    const [mark] = await manager.query<[SqlTransactionIdentity]>(`SELECT ${SQL_TRANSACTION_IDENTITY}`);
    return mark;
  });

/** The end of one takes all others with it; a bystander tells when that has happened. */
async function crash(): Promise<void> {
  const [victim, bystander] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  const [{ pid }] = (await victim.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  const isOver = bystander.query('SELECT pg_sleep(9)').catch(() => undefined);
  process.kill(pid, 'SIGKILL');
  await isOver;
  await Promise.all([victim.release(), bystander.release()]);
}

describe('a server that crashes and recovers by itself', () => {
  it('makes requests unavailable, never broken, and is used again without a restart of ours', async () => {
    const failures: unknown[] = [];
    let isOver = false;
    const load = async (first: number) => {
      for (let id = first; !isOver; id += 8) {
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
    isOver = true;
    await Promise.all(loads);
    const told = failures.filter((failure) => failure !== undefined);
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((failure) => !(failure instanceof Unavailable))).toEqual([]);
  });

  it('is not believed when it calls a SQL transaction from before the crash committed', async () => {
    const mark = await markNow();
    expect(await findCommitOutcome(readConnectionOptions(server.url), mark)).toBe('committed');
    await crash();
    await untilBack();
    expect(await findCommitOutcome(readConnectionOptions(server.url), mark)).toBe('unknown');
  });
});

describe('a server that is stopped by a signal', () => {
  it('is seen as unreachable, fails requests in time, and is back when it goes on', async () => {
    // Probes come and go; what is to be stopped are the pool's own connections, and the process that makes new ones.
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
      expect(scheduledNow() - startedAt).toBeLessThan(1_000);
      expect(await failure).toBeInstanceOf(Unavailable);
      expect(scheduledNow() - startedAt).toBeLessThan(4_000);
    } finally {
      signal('SIGCONT');
    }
    const continuedAt = scheduledNow();
    await untilBack();
    expect(scheduledNow() - continuedAt).toBeLessThan(2_000);
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

describe('a server that lets nobody in any more', () => {
  it.each([
    ['the password is another', `ALTER ROLE florin PASSWORD 'another'`, restorePassword],
    ['the role may not log in', 'ALTER ROLE florin NOLOGIN', () => 'ALTER ROLE florin LOGIN'],
    [
      'the database takes no connections',
      'ALTER DATABASE florin ALLOW_CONNECTIONS false',
      () => 'ALTER DATABASE florin ALLOW_CONNECTIONS true',
    ],
  ])(
    'because %s, makes requests unavailable and the service not ready, and says why once',
    async (_, deed, undoing) => {
      const told: string[] = [];
      const log = ({ level, message }: DatabaseLogEntry): void => {
        if (level === 'warn' && message.includes('refuses connections')) told.push(message);
      };
      const ours = await connect(createDataSource({ url: server.url, log }));
      const ask = () => failureOf(ours.query('SELECT 1'));
      await asSuperuser(
        deed,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'florin'`,
      );
      await until('no connection is left', async () => (await ask()) !== undefined);
      for (let time = 0; time < 3; time++) {
        expect(await ask()).toBeInstanceOf(Unavailable);
        await until('it is seen', async () => !(await isDatabaseReachable(ours)));
      }
      await asSuperuser(undoing());
      await until('it is let in again', async () => (await ask()) === undefined);
      expect(await isDatabaseReachable(ours)).toBe(true);
      await ours.destroy();
      expect(told).toHaveLength(1);
    },
    30_000,
  );
});
