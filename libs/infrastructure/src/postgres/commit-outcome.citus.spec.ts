import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { LedgerFixture } from '@florin/ledger/testing';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { isEventCommitted } from '../ledger/events.sql.js';
import { postgresHarness } from '../ledger/testing/postgres-harness.js';
import {
  type CommitOutcome,
  findCommitOutcome,
  SQL_TRANSACTION_IDENTITY,
  type SqlTransactionIdentity,
} from './commit-outcome.js';
import { readConnectionOptions } from './connection-options.js';
import { OutcomeUnknown, Unavailable } from './errors.js';
import { inSqlTransaction } from './sql-transaction.js';

let url: string;
let dataSource: DataSource;
let fixture: LedgerFixture;
let accountId: AccountId;

beforeAll(async () => {
  ({ url, dataSource } = await openDatabase());
  fixture = new LedgerFixture(postgresHarness(dataSource));
  accountId = await fixture.openAccount(1_000);
});

/** The identity of a SQL transaction of the coordinator that ends with this statement. */
async function identityOf(end: 'COMMIT' | 'ROLLBACK'): Promise<SqlTransactionIdentity> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<SqlTransactionIdentity>(`SELECT ${SQL_TRANSACTION_IDENTITY}`);
  await client.query(end);
  await client.end();
  const [identity] = rows;
  if (identity === undefined) throw new Error('The server did not return the identity.');
  return identity;
}

type Event = Parameters<typeof isEventCommitted>[1];

async function anEvent(): Promise<Event> {
  const { items } = await postgresHarness(dataSource).events.list(accountId, { limit: 1 });
  const [event] = items;
  if (event === undefined) throw new Error('There is no event.');
  return event;
}

const lookUp = (identity: SqlTransactionIdentity, event?: Event): Promise<CommitOutcome> => {
  const options = readConnectionOptions(url);
  const isCommitted = (...parameters: [Parameters<typeof isEventCommitted>[0], boolean]) =>
    event === undefined ? Promise.resolve(undefined) : isEventCommitted(parameters[0], event, parameters[1]);
  return findCommitOutcome(options, identity, isCommitted, true);
};

async function placeOfBalance(): Promise<{ readonly shard: string; readonly address: string }> {
  const [place] = await dataSource.query<[{ shard: string; node: string; port: number }]>(
    `SELECT 'books_' || shardid AS shard, nodename AS node, nodeport AS port
      FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
      WHERE shardid = get_shard_id_for_distribution_column('books', $1::uuid)`,
    [uuidFromId(accountId)],
  );
  const address = new URL(url);
  address.hostname = place.node;
  address.port = String(place.port);
  return { shard: place.shard, address: address.href };
}

/** A session on the node of the account that holds the lock on its balance until `end`. */
async function holdBalance(): Promise<(end: string) => Promise<void>> {
  const { shard, address } = await placeOfBalance();
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`SELECT 1 FROM ${shard} WHERE account_id = $1 FOR UPDATE`, [uuidFromId(accountId)]);
  return async (end) => {
    await client.query(end);
    if (!end.startsWith('PREPARE')) await client.end();
  };
}

/** Changes the balance, and ends the session on its node before the COMMIT. */
const commitWithoutNode = (hasWrittenRows?: () => Promise<boolean>) =>
  inSqlTransaction(
    dataSource,
    async (manager) => {
      const { address, shard } = await placeOfBalance();
      await manager.query('UPDATE books SET updated_at = updated_at WHERE account_id = $1', [
        uuidFromId(accountId),
      ]);
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      await client.query(TERMINATE_WRITERS, [shard]);
      await client.end();
    },
    {},
    hasWrittenRows,
  );

const TERMINATE_WRITERS = `
  SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
  WHERE relation = $1::regclass AND mode = 'RowExclusiveLock'`;

describe('a commit that loses the node of its shard', () => {
  it('has the outcome that its rows show, and is unknown without rows', async () => {
    await expect(commitWithoutNode(() => Promise.resolve(true))).resolves.toBeUndefined();
    const aborted = await commitWithoutNode(() => Promise.resolve(false)).catch((error: unknown) => error);
    expect(aborted).toBeInstanceOf(Unavailable);
    expect(aborted).not.toBeInstanceOf(OutcomeUnknown);
    await expect(commitWithoutNode()).rejects.toThrow(OutcomeUnknown);
  });
});

describe('the outcome of a lost commit on Citus', () => {
  it('is committed when the rows are there, although the coordinator has aborted', async () => {
    expect(await lookUp(await identityOf('ROLLBACK'), await anEvent())).toBe('committed');
  });

  it('is aborted only when the rows are not there, and no session can still write them', async () => {
    const missing = { ...(await anEvent()), id: fixture.ids.next('evt') } as Event;
    expect(await lookUp(await identityOf('ROLLBACK'), missing)).toBe('aborted');
    const release = await holdBalance();
    expect(await lookUp(await identityOf('ROLLBACK'), missing)).toBe('unknown');
    await release('ROLLBACK');
    expect(await lookUp(await identityOf('ROLLBACK'), missing)).toBe('aborted');
  });

  it('is unknown while a prepared transaction on the node is left over', async () => {
    const missing = { ...(await anEvent()), id: fixture.ids.next('evt') } as Event;
    const run = await holdBalance();
    await run(`PREPARE TRANSACTION 'left over'`);
    expect(await lookUp(await identityOf('ROLLBACK'), missing)).toBe('unknown');
    await run(`ROLLBACK PREPARED 'left over'`);
    expect(await lookUp(await identityOf('ROLLBACK'), missing)).toBe('aborted');
  });

  it('is never aborted without rows to look for', async () => {
    expect(await lookUp(await identityOf('ROLLBACK'))).toBe('unknown');
    expect(await lookUp(await identityOf('COMMIT'))).toBe('committed');
  });
});
