import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { connect, createDataSource } from './data-source.js';
import { poolOf } from './database-pool.js';
import { translateDatabaseError } from './errors.js';
import { readNamed } from './named-query.js';

const DOUBLE = { name: 'double_it', text: 'SELECT $1::int * 2 AS doubled' };

let database: TestDatabase;
let proxy: TcpProxy;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.url);
  dataSource = await connect(createDataSource({ url: proxy.url, poolSize: 1 }));
});
afterAll(async () => {
  await dataSource.destroy();
  await proxy.close();
  await database.drop();
});

const double = (value: number) => readNamed<{ doubled: number }>(dataSource, DOUBLE, [value]);

describe('a named statement', () => {
  it('is prepared once per connection', async () => {
    expect(await double(21)).toEqual([{ doubled: 42 }]);
    expect(await double(4)).toEqual([{ doubled: 8 }]);
    const prepared = await dataSource.query<unknown[]>('SELECT name FROM pg_prepared_statements');
    expect(prepared).toEqual([{ name: 'double_it' }]);
  });

  it('rejects when its connection is lost, and the next one uses a new connection', async () => {
    proxy.when('double_it', 'cut-before');
    expect(await double(1).catch(translateDatabaseError)).toMatchObject({ code: 'unavailable' });
    expect(await double(2)).toEqual([{ doubled: 4 }]);
  });

  it('leaves no listeners on its connection', async () => {
    const listeners = async () => {
      const client = await poolOf(dataSource).connect();
      const count = client.listenerCount('error');
      client.release();
      return count;
    };
    const before = await listeners();
    for (let turn = 0; turn < 20; turn++) await double(turn);
    expect(await listeners()).toBe(before);
  });
});
