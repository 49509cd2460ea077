import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { PostgresServer } from '../../../../test/support/postgres-server.mjs';
import { startTcpProxy, type TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { until } from '../../../../test/support/until.js';
import {
  findCommitOutcome,
  SQL_TRANSACTION_IDENTITY,
  type WrittenRowsCheck,
  type SqlTransactionIdentity,
} from './commit-outcome.js';
import { readConnectionOptions } from './connection-options.js';
import { connect, createDataSource } from './data-source.js';
import { OutcomeUnknown } from './errors.js';
import { inSqlTransaction } from './sql-transaction.js';

let primary: PostgresServer;
let standby: PostgresServer;

beforeAll(async () => {
  primary = await PostgresServer.create(['wal_keep_size = 128MB']);
  standby = await primary.follow();
  await primary.sql('CREATE TABLE things (id int PRIMARY KEY)', [], 'florin');
  await primary.sql('GRANT ALL ON things TO florin', [], 'florin');
});
afterAll(async () => {
  await standby.remove();
  await primary.remove();
});

const add = (manager: EntityManager, id: number) => manager.query('INSERT INTO things VALUES ($1)', [id]);
const hasRow =
  (id: number): WrittenRowsCheck =>
  async (queryRows) =>
    (await queryRows('SELECT 1 FROM things WHERE id = $1', [id])).length > 0;

describe('a COMMIT that waits for a synchronous standby', () => {
  let proxy: TcpProxy;
  let source: DataSource;
  const failureOf = (id: number): Promise<unknown> =>
    inSqlTransaction(source, (manager) => add(manager, id), {}, hasRow(id)).catch((error: unknown) => error);
  const waiting = () =>
    primary.sql<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' ORDER BY xact_start`,
    );
  const isThere = async (id: number) =>
    (await primary.sql('SELECT 1 FROM things WHERE id = $1', [id], 'florin')).length === 1;

  beforeAll(async () => {
    await primary.waitForStandbys();
    await standby.end('SIGINT');
    proxy = await startTcpProxy(primary.url);
    source = await connect(createDataSource({ url: proxy.url }));
  });
  afterAll(async () => {
    await source.destroy();
    await proxy.close();
  });

  it('is not terminated when its connection is lost, and not reported as committed before the standby has it', async () => {
    const failure = failureOf(1);
    await until('it waits', async () => (await waiting()).length === 1);
    proxy.cutAll();
    expect(await failure).toBeInstanceOf(OutcomeUnknown);
    expect(await waiting()).toHaveLength(1);
    expect(await isThere(1)).toBe(false);
  });

  it('has an unknown outcome when its wait was canceled, although the server reports success', async () => {
    const failure = failureOf(2);
    await until('both wait', async () => (await waiting()).length === 2);
    const [, last] = await waiting();
    await primary.sql('SELECT pg_cancel_backend($1)', [last?.pid]);
    expect(await failure).toBeInstanceOf(OutcomeUnknown);
    expect(await isThere(2)).toBe(true);
  });

  it('is reported as committed once the standby is back', async () => {
    await standby.start();
    await until('no session waits any more', async () => (await waiting()).length === 0);
    expect(await isThere(1)).toBe(true);
    proxy.when('COMMIT', 'cut-after');
    await expect(inSqlTransaction(source, (manager) => add(manager, 3))).resolves.toBeDefined();
  });
});

describe('a COMMIT on a primary before a standby was promoted', () => {
  let replicated: SqlTransactionIdentity;
  let unreplicated: SqlTransactionIdentity;
  const lookUp = (identity: SqlTransactionIdentity, check?: WrittenRowsCheck) =>
    findCommitOutcome(readConnectionOptions(standby.url), identity, check);

  async function commitRow(server: PostgresServer, id: number): Promise<SqlTransactionIdentity> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<SqlTransactionIdentity>(`SELECT ${SQL_TRANSACTION_IDENTITY}`);
    await client.query('INSERT INTO things VALUES ($1)', [id]);
    await client.query('COMMIT');
    await client.end();
    return rows[0]!;
  }

  beforeAll(async () => {
    replicated = await commitRow(primary, 10);
    await primary.set('synchronous_standby_names', '');
    await standby.end('SIGINT');
    unreplicated = await commitRow(primary, 11);
    await primary.end();
    await standby.start();
    await standby.promote();
  });

  it('is found by the rows it wrote, because its id proves nothing on the new primary', async () => {
    expect(await lookUp(replicated, hasRow(10))).toBe('committed');
    expect(await lookUp(replicated)).toBe('unknown');
  });

  it('is aborted when it was not replicated, even if its id has been reused', async () => {
    expect(await lookUp(unreplicated, hasRow(11))).toBe('aborted');
    expect(await lookUp(unreplicated)).toBe('aborted');
    let last: SqlTransactionIdentity;
    let id = 100;
    do last = await commitRow(standby, id++);
    while (BigInt(last.id) < BigInt(unreplicated.id));
    expect(last.id).toBe(unreplicated.id);
    expect(await lookUp(unreplicated)).toBe('unknown');
    expect(await lookUp(unreplicated, hasRow(11))).toBe('aborted');
  });

  it('does not terminate a session that reuses its id', async () => {
    const client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    expect(await lookUp({ ...unreplicated, id: rows[0]!.id })).toBe('aborted');
    await expect(client.query('COMMIT')).resolves.toMatchObject({ command: 'COMMIT' });
    await client.end();
  });

  it('is not looked up on the old primary if that comes back', async () => {
    const later = await commitRow(standby, 12);
    await primary.start();
    expect(await findCommitOutcome(readConnectionOptions(primary.url), later, hasRow(12))).toBe('unknown');
  });
});
