import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { FailoverProxy } from '../../../../test/support/failover-proxy.mjs';
import { PostgresServer } from '../../../../test/support/postgres-server.mjs';
import { until } from '../../../../test/support/until.js';
import { connect, createDataSource } from './data-source.js';
import { translateDatabaseError, Unavailable } from './errors.js';
import { migrate } from './migrate.js';
import { isDatabaseReachable } from './database-pool.js';
import { inSqlTransaction } from './sql-transaction.js';

const POOL_SIZE = 3;

let primary: PostgresServer;
let standby: PostgresServer;
let address: FailoverProxy;
let source: DataSource;

beforeAll(async () => {
  primary = await PostgresServer.create();
  standby = await primary.follow();
  await migrate(primary.url);
  await primary.sql('CREATE TABLE things (name text PRIMARY KEY)', [], 'florin');
  await primary.sql('GRANT ALL ON things TO florin', [], 'florin');
  address = await FailoverProxy.listen(primary.url);
  source = await connect(createDataSource({ url: address.url, poolSize: POOL_SIZE }));
});
afterEach(async () => {
  await primary.set('default_transaction_read_only', 'off');
});
afterAll(async () => {
  await source.destroy();
  await address.close();
  await standby.remove();
  await primary.remove();
});

async function portOf(): Promise<number> {
  const [row] = await source.query<{ port: number }[]>("SELECT current_setting('port')::integer AS port");
  return row!.port;
}

const openAll = (): Promise<unknown> =>
  Promise.all(Array.from({ length: POOL_SIZE }, () => source.query('SELECT pg_sleep(0.05)')));
const write = (name = randomUUID()): Promise<unknown> =>
  inSqlTransaction(source, (manager) => manager.query('INSERT INTO things VALUES ($1)', [name]));
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined, translateDatabaseError);

describe('a read-only server', () => {
  it.each<[kind: string, prepare: () => Promise<string>]>([
    ['a standby', () => Promise.resolve(standby.url)],
    [
      'default_transaction_read_only',
      async () => {
        await primary.set('default_transaction_read_only', 'on');
        return primary.url;
      },
    ],
  ])('is rejected at the start: %s', async (_, prepare) => {
    const url = await prepare();
    const opening = connect(createDataSource({ url }), { withinMs: 100 });
    await expect(opening).rejects.toMatchObject({
      name: 'DatabaseUnreachable',
      message: expect.stringMatching(
        /^Cannot connect to the database at 127\.0\.0\.1:\d+\/florin: .* is read-only/,
      ),
    });
  });

  it('is unavailable to writes and not ready, and is used again once it accepts writes', async () => {
    await openAll();
    await primary.set('default_transaction_read_only', 'on');
    await until('writes are refused', async () => (await failureOf(write())) instanceof Unavailable);
    await until('readiness is off', async () => !(await isDatabaseReachable(source)));
    await primary.set('default_transaction_read_only', 'off');
    await until('writes are accepted', async () => (await failureOf(write())) === undefined);
    await until('readiness is on', () => isDatabaseReachable(source));
  });
});

describe('an address that moves from a primary that became read-only to the new one', () => {
  it('is used after one failed write, and no open connection reads from the old primary any more', async () => {
    await openAll();
    expect(await portOf()).toBe(primary.port);
    await primary.set('default_transaction_read_only', 'on');
    await standby.promote();
    // Open connections stay with the old primary, as behind a proxy that does not close them.
    address.pointTo(standby.url);
    const name = randomUUID();
    expect(await failureOf(write(name))).toBeInstanceOf(Unavailable);
    const ports = await Promise.all(Array.from({ length: 4 * POOL_SIZE }, portOf));
    expect(new Set(ports)).toEqual(new Set([standby.port]));
    expect(await failureOf(write(name))).toBeUndefined();
    expect(await standby.sql('SELECT 1 FROM things WHERE name = $1', [name], 'florin')).toHaveLength(1);
  });
});
