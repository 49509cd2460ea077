import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  findCommitOutcome,
  SQL_TRANSACTION_IDENTITY,
  type SqlTransactionIdentity,
} from './commit-outcome.js';
import { readConnectionOptions } from './connection-options.js';
import { connect, createDataSource } from './data-source.js';
import { OutcomeUnknown, Unavailable } from './errors.js';
import { inSqlTransaction } from './sql-transaction.js';
import { TypeOrmUnitOfWork } from './unit-of-work.js';

let database: TestDatabase;
let proxy: TcpProxy;
let direct: DataSource;
let proxied: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  direct = await connect(createDataSource({ url: database.url }));
  await direct.query('CREATE TABLE things (id int PRIMARY KEY)');
});
afterAll(async () => {
  await direct.destroy();
  await database.drop();
});
beforeEach(async () => {
  await direct.query('TRUNCATE things, idempotency_keys');
  proxy = await startTcpProxy(database.url);
  proxied = await connect(createDataSource({ url: proxy.url, timeouts: { query: 500 } }));
});
afterEach(async () => {
  await proxied.destroy();
  await proxy.close();
});

const add = (manager: EntityManager, id: number) => manager.query('INSERT INTO things VALUES ($1)', [id]);
const isThere = async (id: number) =>
  (await direct.query<unknown[]>('SELECT 1 FROM things WHERE id = $1', [id])).length === 1;

describe('a connection lost during COMMIT', () => {
  it('resolves when the server has committed', async () => {
    for (let id = 0; id < 20; id++) {
      proxy.when('COMMIT', 'cut-after');
      await expect(inSqlTransaction(proxied, (manager) => add(manager, id).then(() => id))).resolves.toBe(id);
      expect(await isThere(id)).toBe(true);
    }
  });

  it.each([
    ['could not be read', 'garble-after'],
    ['was a FATAL error with an unrelated SQLSTATE', 'fatal-after'],
  ] as const)('resolves when the server has committed and its response %s', async (_, action) => {
    proxy.when('COMMIT', action);
    await expect(inSqlTransaction(proxied, (manager) => add(manager, 1).then(() => 1))).resolves.toBe(1);
    expect(await isThere(1)).toBe(true);
    await expect(inSqlTransaction(proxied, (manager) => add(manager, 2).then(() => 2))).resolves.toBe(2);
  });

  it('rejects as retryable when the server never received the COMMIT', async () => {
    for (let id = 0; id < 20; id++) {
      proxy.when('COMMIT', 'cut-before');
      const failure: unknown = await inSqlTransaction(proxied, (manager) => add(manager, id)).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Unavailable);
      expect(failure).not.toBeInstanceOf(OutcomeUnknown);
      expect(await isThere(id)).toBe(false);
    }
  });

  it('terminates a server session that still waits for the COMMIT', async () => {
    proxy.when('COMMIT', 'hold');
    const failure: unknown = await inSqlTransaction(proxied, (manager) => add(manager, 1)).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    const holders = await direct.query<unknown[]>(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    expect(holders).toEqual([]);
  });

  it('has an unknown outcome when the server is unreachable, and a retry with the idempotency key finds it', async () => {
    const request = {
      principal: 'user_1',
      accountId: undefined,
      path: '/',
      key: 'k',
      fingerprint: 'f',
      present: () => ({ id: 1 }),
    };
    const work = (manager: EntityManager) => add(manager, 1);
    const unitOfWork = new TypeOrmUnitOfWork(proxied, (manager) => manager);
    proxy.when('COMMIT', 'cut-after-and-freeze');
    await expect(unitOfWork.runIdempotent(request, work)).rejects.toBeInstanceOf(OutcomeUnknown);
    proxy.thaw();
    expect(await unitOfWork.runIdempotent(request, work)).toEqual({ replayed: true, response: { id: 1 } });
    expect(await isThere(1)).toBe(true);
  });
});

describe('a connection lost before COMMIT', () => {
  it('rejects without looking up an outcome', async () => {
    const run = inSqlTransaction(proxied, async (manager) => {
      await add(manager, 1);
      proxy.cutAll();
      await add(manager, 2);
    });
    await expect(run).rejects.toMatchObject({ name: 'Unavailable', code: 'unavailable' });
    expect(await isThere(1)).toBe(false);
  });

  it('rejects even if no statement follows', async () => {
    const run = inSqlTransaction(proxied, async (manager) => {
      await add(manager, 1);
      proxy.cutAll();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await expect(run).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await isThere(1)).toBe(false);
  });
});

describe('looking up a commit outcome', () => {
  const identityOf = (end: 'COMMIT' | 'ROLLBACK'): Promise<SqlTransactionIdentity> => {
    const runner = direct.createQueryRunner();
    return runner
      .query('BEGIN')
      .then(() => runner.query(`SELECT ${SQL_TRANSACTION_IDENTITY}`))
      .then(async ([row]: SqlTransactionIdentity[]) => {
        await runner.query(end);
        await runner.release();
        return row!;
      });
  };

  it('finds committed and aborted SQL transactions', async () => {
    expect(await findCommitOutcome(readConnectionOptions(database.url), await identityOf('COMMIT'))).toBe(
      'committed',
    );
    expect(await findCommitOutcome(readConnectionOptions(database.url), await identityOf('ROLLBACK'))).toBe(
      'aborted',
    );
  });

  it('returns aborted for an id that the server has not assigned: it was lost in a crash', async () => {
    const known = await identityOf('COMMIT');
    const future = { ...known, id: String(BigInt(known.id) + 1_000_000n) };
    expect(await findCommitOutcome(readConnectionOptions(database.url), future)).toBe('aborted');
  });

  it('returns unknown if the server started after the SQL transaction began', async () => {
    const known = await identityOf('COMMIT');
    const older = { ...known, beganAt: '2000-01-01 00:00:00.000001+00' };
    expect(await findCommitOutcome(readConnectionOptions(database.url), older)).toBe('unknown');
  });

  it.each([
    ['the same server', {}],
    ['a server whose statistics were reset', { server: '1' }],
  ])('returns aborted only after terminating a session that could still commit, on %s', async (_, change) => {
    const runner = direct.createQueryRunner();
    await runner.query('BEGIN');
    const [running] = (await runner.query(`SELECT ${SQL_TRANSACTION_IDENTITY}`)) as SqlTransactionIdentity[];
    await runner.query('INSERT INTO things VALUES (7)');
    const known = { ...running!, ...change };
    const outcome = await findCommitOutcome(readConnectionOptions(database.url), known, () => isThere(7));
    const isCommitted = await runner.query('COMMIT').then(
      () => true,
      () => false,
    );
    await runner.release().catch(() => undefined);
    expect({ outcome, isCommitted, isThere: await isThere(7) }).toEqual({
      outcome: 'aborted',
      isCommitted: false,
      isThere: false,
    });
  });

  it('returns unknown when the server does not respond', async () => {
    const known = await identityOf('COMMIT');
    proxy.freeze();
    const startedAt = scheduledNow();
    expect(await findCommitOutcome(readConnectionOptions(proxy.url), known)).toBe('unknown');
    expect(scheduledNow() - startedAt).toBeLessThan(5_000);
    proxy.thaw();
  });
});
