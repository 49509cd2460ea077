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
const traceOf =
  (id: number): WrittenRowsCheck =>
  async (ask) =>
    (await ask('SELECT 1 FROM things WHERE id = $1', [id])).length > 0;

describe('a COMMIT that waits for a synchronous standby', () => {
  let proxy: TcpProxy;
  let source: DataSource;
  const failureOf = (id: number): Promise<unknown> =>
    inSqlTransaction(source, (manager) => add(manager, id), {}, traceOf(id)).catch((error: unknown) => error);
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

  it('is not ended when its connection is lost, nor called saved before the standby has it', async () => {
    const failure = failureOf(1);
    await until('it waits', async () => (await waiting()).length === 1);
    proxy.cutAll();
    expect(await failure).toBeInstanceOf(OutcomeUnknown);
    expect(await waiting()).toHaveLength(1);
    expect(await isThere(1)).toBe(false);
  });

  it('is not called saved when somebody made it stop waiting, although the server then says so', async () => {
    const failure = failureOf(2);
    await until('it waits as well', async () => (await waiting()).length === 2);
    const [, last] = await waiting();
    await primary.sql('SELECT pg_cancel_backend($1)', [last?.pid]);
    expect(await failure).toBeInstanceOf(OutcomeUnknown);
    expect(await isThere(2)).toBe(true);
  });

  it('is found saved once the standby is back', async () => {
    await standby.start();
    await until('nobody waits any more', async () => (await waiting()).length === 0);
    expect(await isThere(1)).toBe(true);
    proxy.when('COMMIT', 'cut-after');
    await expect(inSqlTransaction(source, (manager) => add(manager, 3))).resolves.toBeDefined();
  });
});

describe('a COMMIT on a primary that a standby took the place of', () => {
  let replicated: SqlTransactionIdentity;
  let forgotten: SqlTransactionIdentity;
  const look = (mark: SqlTransactionIdentity, trace?: WrittenRowsCheck) =>
    findCommitOutcome(readConnectionOptions(standby.url), mark, trace);

  async function markAt(server: PostgresServer, id: number): Promise<SqlTransactionIdentity> {
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
    replicated = await markAt(primary, 10);
    await primary.set('synchronous_standby_names', '');
    await standby.end('SIGINT');
    forgotten = await markAt(primary, 11);
    await primary.end();
    await standby.start();
    await standby.promote();
  });

  it('is looked for by what it wrote, since its number proves nothing there', async () => {
    expect(await look(replicated, traceOf(10))).toBe('committed');
    expect(await look(replicated)).toBe('unknown');
  });

  it('is lost when the standby had not heard of it, whoever has its number now', async () => {
    expect(await look(forgotten, traceOf(11))).toBe('aborted');
    expect(await look(forgotten)).toBe('aborted');
    let last: SqlTransactionIdentity;
    let id = 100;
    do last = await markAt(standby, id++);
    while (BigInt(last.id) < BigInt(forgotten.id));
    expect(last.id).toBe(forgotten.id);
    expect(await look(forgotten)).toBe('unknown');
    expect(await look(forgotten, traceOf(11))).toBe('aborted');
  });

  it('does not end whoever is using its number', async () => {
    const client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    expect(await look({ ...forgotten, id: rows[0]!.id })).toBe('aborted');
    await expect(client.query('COMMIT')).resolves.toMatchObject({ command: 'COMMIT' });
    await client.end();
  });

  it('is not looked for on the old one, should that come back', async () => {
    const later = await markAt(standby, 12);
    await primary.start();
    expect(await findCommitOutcome(readConnectionOptions(primary.url), later, traceOf(12))).toBe('unknown');
  });
});
