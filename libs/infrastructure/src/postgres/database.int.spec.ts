import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { EntityManager } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { connect, createDataSource } from './data-source.js';
import { openDatabase } from './database.js';
import { inSqlTransaction } from './sql-transaction.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const add = (manager: EntityManager, id: number) => manager.query('INSERT INTO things VALUES ($1)', [id]);

async function things(): Promise<unknown[]> {
  const source = await connect(createDataSource({ url: database.url }));
  const rows = await source.query<{ id: number }[]>('SELECT id FROM things ORDER BY id');
  await source.destroy();
  return rows.map(({ id }) => id);
}

describe('a database that is closed during a SQL transaction', () => {
  it('rolls it back, even when another one waits for the same connection', async () => {
    const open = await openDatabase(database.url, pino({ enabled: false }), { poolSize: 1 });
    const { source } = open;
    await source.query('CREATE TABLE things (id int PRIMARY KEY)');
    const [added, closed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const broken = inSqlTransaction(source, async (manager) => {
      await add(manager, 1);
      added.resolve(undefined);
      await closed.promise;
      await add(manager, 2);
    });
    await added.promise;
    const next = inSqlTransaction(source, (manager) => add(manager, 3)).then(
      () => [3],
      () => [],
    );
    const closing = open.close();
    const saved = await next;
    closed.resolve(undefined);
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    await closing;
    expect(await things()).toEqual(saved);
  });
});
