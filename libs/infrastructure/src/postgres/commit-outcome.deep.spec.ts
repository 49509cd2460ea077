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

describe('a connection that is lost in COMMIT', () => {
  it('is a success when the server had committed, every time', async () => {
    for (let id = 0; id < 20; id++) {
      proxy.when('COMMIT', 'cut-after');
      await expect(inSqlTransaction(proxied, (manager) => add(manager, id).then(() => id))).resolves.toBe(id);
      expect(await isThere(id)).toBe(true);
    }
  });

  it.each([
    ['could not be read', 'garble-after'],
    ['was that the session is over, with a code that says nothing of connections', 'fatal-after'],
  ] as const)('is a success too when the answer came and %s', async (_, action) => {
    proxy.when('COMMIT', action);
    await expect(inSqlTransaction(proxied, (manager) => add(manager, 1).then(() => 1))).resolves.toBe(1);
    expect(await isThere(1)).toBe(true);
    await expect(inSqlTransaction(proxied, (manager) => add(manager, 2).then(() => 2))).resolves.toBe(2);
  });

  it('is a failure that may be tried again when the server never heard of it', async () => {
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

  it('is settled by ending the server side when that still waits for the COMMIT', async () => {
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

  it('has an unknown outcome when nobody can look, and the idempotency key finds the truth', async () => {
    const once = {
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
    await expect(unitOfWork.runIdempotent(once, work)).rejects.toBeInstanceOf(OutcomeUnknown);
    proxy.thaw();
    expect(await unitOfWork.runIdempotent(once, work)).toEqual({ replayed: true, response: { id: 1 } });
    expect(await isThere(1)).toBe(true);
  });
});

describe('a connection that is lost before COMMIT', () => {
  it('is a failure, and nothing is looked for', async () => {
    const run = inSqlTransaction(proxied, async (manager) => {
      await add(manager, 1);
      proxy.cutAll();
      await add(manager, 2);
    });
    await expect(run).rejects.toMatchObject({ name: 'Unavailable', code: 'unavailable' });
    expect(await isThere(1)).toBe(false);
  });

  it('is a failure too when only the end of the work comes after it', async () => {
    const run = inSqlTransaction(proxied, async (manager) => {
      await add(manager, 1);
      proxy.cutAll();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await expect(run).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await isThere(1)).toBe(false);
  });
});

describe('looking for an outcome', () => {
  const mark = (end: 'COMMIT' | 'ROLLBACK'): Promise<SqlTransactionIdentity> => {
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

  it('tells what became of a SQL transaction', async () => {
    expect(await findCommitOutcome(readConnectionOptions(database.url), await mark('COMMIT'))).toBe(
      'committed',
    );
    expect(await findCommitOutcome(readConnectionOptions(database.url), await mark('ROLLBACK'))).toBe(
      'aborted',
    );
  });

  it('calls a number from the future aborted: a crash forgot it', async () => {
    const known = await mark('COMMIT');
    const future = { ...known, id: String(BigInt(known.id) + 1_000_000n) };
    expect(await findCommitOutcome(readConnectionOptions(database.url), future)).toBe('aborted');
  });

  it('does not trust "committed" from a server that came up after the SQL transaction began', async () => {
    const known = await mark('COMMIT');
    const older = { ...known, beganAt: '2000-01-01 00:00:00.000001+00' };
    expect(await findCommitOutcome(readConnectionOptions(database.url), older)).toBe('unknown');
  });

  it.each([
    ['the server that runs it', {}],
    ['a server whose statistics somebody reset', { server: '1' }],
  ])('does not call aborted what may still commit, on %s', async (_, seeming) => {
    const runner = direct.createQueryRunner();
    await runner.query('BEGIN');
    const [running] = (await runner.query(`SELECT ${SQL_TRANSACTION_IDENTITY}`)) as SqlTransactionIdentity[];
    await runner.query('INSERT INTO things VALUES (7)');
    const known = { ...running!, ...seeming };
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

  it('gives up within a second and a half when nobody answers', async () => {
    const known = await mark('COMMIT');
    proxy.freeze();
    const startedAt = scheduledNow();
    expect(await findCommitOutcome(readConnectionOptions(proxy.url), known)).toBe('unknown');
    expect(scheduledNow() - startedAt).toBeLessThan(1_500);
    proxy.thaw();
  });
});
