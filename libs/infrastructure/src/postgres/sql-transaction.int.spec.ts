import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '@florin/kernel';
import { type DataSource, EntitySchema, type EntityManager } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { connect, createDataSource } from './data-source.js';
import { Unavailable } from './errors.js';
import { withRowCountCheck, type PreparedQuery, ROW_COUNT_MISMATCH } from './named-query.js';
import { poolGauges } from './database-pool.js';
import { inSqlTransaction, RetrySqlTransaction } from './sql-transaction.js';

let url: string;
let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource, url } = await openDatabase());
  await dataSource.query(
    'CREATE TABLE things (id int CONSTRAINT things_pkey PRIMARY KEY, value int NOT NULL)',
  );
});
beforeEach(async () => {
  await dataSource.query('TRUNCATE things');
});

const add = (manager: EntityManager, id: number, value = 0) =>
  manager.query('INSERT INTO things VALUES ($1, $2)', [id, value]);
const addTo = (manager: EntityManager, id: number) =>
  manager.query('UPDATE things SET value = value + 1 WHERE id = $1', [id]);
const things = () => dataSource.query<{ id: number; value: number }[]>('SELECT * FROM things ORDER BY id');

describe('a SQL transaction', () => {
  it('commits the work and returns its result', async () => {
    const result = await inSqlTransaction(dataSource, async (manager) => {
      await add(manager, 1, 7);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await things()).toEqual([{ id: 1, value: 7 }]);
  });

  it('rolls back when the work throws, and rethrows the error', async () => {
    const refused = new DomainError('conflict', 'no');
    const run = inSqlTransaction(dataSource, async (manager) => {
      await add(manager, 1);
      throw refused;
    });
    await expect(run).rejects.toBe(refused);
    expect(await things()).toEqual([]);
  });

  it('rejects when the work ignored the error of a statement', async () => {
    const run = inSqlTransaction(dataSource, async (manager) => {
      await add(manager, 1);
      await manager.query('SELECT 1/0').catch(() => undefined);
    });
    await expect(run).rejects.toThrow('was rolled back');
    expect(await things()).toEqual([]);
  });

  it('cannot be nested, neither by us nor by TypeORM', async () => {
    await expect(
      inSqlTransaction(dataSource, () => inSqlTransaction(dataSource, (inner) => add(inner, 1))),
    ).rejects.toThrow('is already open');
    await expect(
      inSqlTransaction(dataSource, (manager) => manager.transaction((inner) => add(inner, 1))),
    ).rejects.toThrow('opens SQL transactions');
    expect(await things()).toEqual([]);
  });

  it('can be opened by work that continues after the first one has ended', async () => {
    const left = await inSqlTransaction(dataSource, async (manager) => {
      await add(manager, 1);
      return { later: () => inSqlTransaction(dataSource, (next) => add(next, 2)) };
    });
    await left.later();
    expect(await things()).toHaveLength(2);
  });

  it("includes TypeORM's save", async () => {
    const Thing = new EntitySchema<{ id: number; value: number }>({
      name: 'thing',
      tableName: 'things',
      columns: { id: { type: 'int', primary: true }, value: { type: 'int' } },
    });
    const withEntity = createDataSource({ url });
    withEntity.setOptions({ entities: [Thing] });
    await connect(withEntity);
    const run = inSqlTransaction(withEntity, async (manager) => {
      await manager.getRepository(Thing).save({ id: 5, value: 5 });
      throw new RangeError('failed');
    });
    await expect(run).rejects.toThrow('failed');
    await withEntity.destroy();
    expect(await things()).toEqual([]);
  });

  it('returns a clean connection to the pool, whatever its outcome', async () => {
    for (let round = 0; round < 25; round++) {
      await inSqlTransaction(dataSource, () => Promise.reject(new Error('no'))).catch(() => undefined);
      await inSqlTransaction(dataSource, (manager) => manager.query('SELECT 1/0')).catch(() => undefined);
      await inSqlTransaction(dataSource, (manager) => add(manager, round));
    }
    const { size, idle, waiting } = poolGauges(dataSource);
    expect({ inUse: size - idle, waiting }).toEqual({ inUse: 0, waiting: 0 });
    const open = await dataSource.query<unknown[]>(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    expect(open).toEqual([]);
  });
});

describe('statements sent with the COMMIT', () => {
  const insert = (id: number, value = 0) => ({
    name: 'things_insert',
    text: 'INSERT INTO things VALUES ($1, $2)',
    values: [id, value],
  });
  const raise = (ids: number[]) => ({
    name: 'things_raise',
    text: withRowCountCheck('UPDATE things SET value = value + 1 WHERE id = ANY ($1::int[])', 2),
    values: [ids, ids.length],
  });
  const finishing = (...last: PreparedQuery[]) =>
    inSqlTransaction(dataSource, async (manager, beforeCommit) => {
      await add(manager, 1);
      beforeCommit(last);
      return 'done';
    });

  it('are committed with the rest, in order', async () => {
    expect(await finishing(insert(2, 7), raise([1, 2]))).toBe('done');
    expect(await things()).toEqual([
      { id: 1, value: 1 },
      { id: 2, value: 8 },
    ]);
  });

  it('roll back everything when one of them fails, and the error is translated', async () => {
    const run = inSqlTransaction(
      dataSource,
      async (manager, beforeCommit) => {
        await add(manager, 1);
        beforeCommit([insert(2), insert(1), insert(3)]);
      },
      { things_pkey: () => new DomainError('conflict', 'there is one') },
    );
    await expect(run).rejects.toMatchObject({ code: 'conflict' });
    expect(await things()).toEqual([]);
    expect(await finishing(insert(2))).toBe('done');
  });

  it('roll back everything when one of them changes fewer rows than expected', async () => {
    await expect(finishing(raise([1, 2]))).rejects.toThrow(ROW_COUNT_MISMATCH);
    expect(await things()).toEqual([]);
  });

  it('can translate an error into a retry', async () => {
    let attempts = 0;
    const result = await inSqlTransaction(dataSource, (_, beforeCommit) => {
      attempts += 1;
      const translateError = () => new RetrySqlTransaction();
      beforeCommit(attempts < 3 ? [{ ...raise([9]), translateError }] : [insert(attempts)]);
      return Promise.resolve('done');
    });
    expect(result).toBe('done');
    expect(await things()).toEqual([{ id: 3, value: 0 }]);
  });
});

describe('conflicting SQL transactions', () => {
  /** A barrier: each one holds its row before it locks the other's. */
  function barrier(size: number): () => Promise<void> {
    let missing = size;
    let open: () => void;
    const all = new Promise<void>((resolve) => (open = resolve));
    return () => {
      missing -= 1;
      if (missing === 0) open();
      return all;
    };
  }

  it('are retried after a deadlock until both are committed', async () => {
    await inSqlTransaction(dataSource, async (manager) => {
      await add(manager, 1);
      await add(manager, 2);
    });
    const allArrived = barrier(2);
    let runs = 0;
    const crossed = (first: number, second: number) =>
      inSqlTransaction(dataSource, async (manager) => {
        runs += 1;
        await addTo(manager, first);
        await allArrived();
        await addTo(manager, second);
      });
    await Promise.all([crossed(1, 2), crossed(2, 1)]);
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(await things()).toEqual([
      { id: 1, value: 2 },
      { id: 2, value: 2 },
    ]);
  });

  it('are retried after a serialization failure, with the new values', async () => {
    await inSqlTransaction(dataSource, (manager) => add(manager, 1, 10));
    const allArrived = barrier(2);
    const strict = await connect(createDataSource({ url, poolSize: 2 }));
    const makeStrict = `SELECT set_config('default_transaction_isolation', 'serializable', false), pg_sleep(0.1)`;
    await Promise.all([strict.query(makeStrict), strict.query(makeStrict)]);
    const readThenWrite = () =>
      inSqlTransaction(strict, async (manager) => {
        const [row] = await manager.query<[{ value: number }]>('SELECT value FROM things WHERE id = 1');
        await allArrived();
        await manager.query('UPDATE things SET value = $1 WHERE id = 1', [row.value + 1]);
      });
    await Promise.all([readThenWrite(), readThenWrite()]);
    await strict.destroy();
    expect(await things()).toEqual([{ id: 1, value: 12 }]);
  });

  it('fail with unavailable after the last attempt', async () => {
    let runs = 0;
    const run = inSqlTransaction(dataSource, () => {
      runs += 1;
      return Promise.reject(new RetrySqlTransaction('always'));
    });
    await expect(run).rejects.toBeInstanceOf(Unavailable);
    expect(runs).toBe(5);
  });

  it('are not retried after any other failure', async () => {
    let runs = 0;
    const run = inSqlTransaction(dataSource, (manager) => {
      runs += 1;
      return manager.query('SELECT 1/0');
    });
    await expect(run).rejects.toMatchObject({ code: 'internal_error', sqlState: '22012' });
    expect(runs).toBe(1);
  });
});

describe('a server error', () => {
  it('is mapped to the domain error of a violated constraint', async () => {
    await inSqlTransaction(dataSource, (manager) => add(manager, 1));
    const taken = () => new DomainError('email_exists', 'taken');
    const again = (refusals: Record<string, () => DomainError>) =>
      inSqlTransaction(dataSource, (manager) => add(manager, 1), refusals);
    await expect(again({ things_pkey: taken })).rejects.toMatchObject({ code: 'email_exists' });
    await expect(again({ other_key: taken })).rejects.toMatchObject({
      code: 'internal_error',
      constraint: 'things_pkey',
    });
    await expect(again({})).rejects.toMatchObject({ code: 'internal_error' });
  });

  it.each(['pg_terminate_backend', 'idle'])(
    'is unavailable when the connection is lost before COMMIT: %s',
    async (how) => {
      const run = inSqlTransaction(dataSource, async (manager) => {
        await add(manager, 1);
        const [{ pid }] = await manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
        if (how === 'idle') {
          await manager.query("SET LOCAL idle_in_transaction_session_timeout = '50ms'");
          await new Promise((resolve) => setTimeout(resolve, 200));
        } else {
          await dataSource.query('SELECT pg_terminate_backend($1::int)', [pid]);
        }
        await add(manager, 2);
      });
      await expect(run).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
      expect(await things()).toEqual([]);
    },
  );

  it('is unavailable after a lock or statement timeout, and when the server is read-only', async () => {
    await inSqlTransaction(dataSource, (manager) => add(manager, 1));
    const within = (setting: string, sql: string) =>
      inSqlTransaction(dataSource, async (manager) => {
        await manager.query(setting);
        await manager.query(sql);
      });
    await expect(within("SET LOCAL statement_timeout = '20ms'", 'SELECT pg_sleep(5)')).rejects.toBeInstanceOf(
      Unavailable,
    );
    await expect(within('SET LOCAL transaction_read_only = on', 'DELETE FROM things')).rejects.toBeInstanceOf(
      Unavailable,
    );
    const holder = dataSource.createQueryRunner();
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM things WHERE id = 1 FOR UPDATE');
    await expect(within("SET LOCAL lock_timeout = '20ms'", 'DELETE FROM things')).rejects.toBeInstanceOf(
      Unavailable,
    );
    await holder.query('ROLLBACK');
    await holder.release();
  });
});
