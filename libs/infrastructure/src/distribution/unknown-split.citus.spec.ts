import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import type { AccountId } from '@florin/kernel';
import { SystemClock } from '@florin/kernel/memory';
import { Ledger } from '@florin/ledger';
import { newTransaction, TestIds, USD } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { createDataSource } from '../data-source.js';
import { lockBalances } from '../ledger/ledger.sql.js';
import { sqlClientOf } from '../ledger/sql-client.js';
import { postgresHarness } from '../ledger/testing/postgres-harness.js';
import { PostgresMailQueue } from '../mail/mail-queue.js';
import { connect } from '../postgres/data-source.js';
import { deleteExpiredKeys } from '../postgres/idempotency-keys.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';

const ROWS = 100;
const COUNTERPARTIES = 24;

const clock = new SystemClock();
const ids = new TestIds(clock);

let dataSource: DataSource;
/** Have connected before the split, and do not know of it. */
let unaware: DataSource[];
let accountIds: AccountId[];

beforeAll(async () => {
  const { url, dataSource: opened } = await openDatabase();
  dataSource = opened;
  unaware = await Promise.all([1, 2, 3, 4].map(() => connect(createDataSource({ url }))));
  accountIds = await openAccounts();
  await splitAllShards();
});
afterAll(async () => {
  for (const source of unaware) await source.destroy();
});

/** The first one has a pending transfer to each of the others. */
async function openAccounts(): Promise<AccountId[]> {
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  const opened: AccountId[] = [];
  for (let number = 0; number <= COUNTERPARTIES; number++) {
    const account = { ...aNewAccount({ email: `${number}@example.com` }), password: 'correct horse' };
    const outcome = await opening.execute(anActor(), account);
    if (!outcome.replayed) opened.push(outcome.value.id);
  }
  const ledger = new Ledger(postgresHarness(dataSource).store, clock, ids);
  const [fromAccountId, ...others] = opened as [AccountId, ...AccountId[]];
  const credit = { type: 'credit', amount: 10_000, currency: USD, settle: true } as const;
  await ledger.create(newTransaction(fromAccountId, credit));
  for (const toAccountId of others)
    await ledger.createTransfer({ fromAccountId, toAccountId, amount: 10, currency: USD });
  return opened;
}

/** Each in two, on different nodes. */
async function splitAllShards(): Promise<void> {
  const shards = await dataSource.query<{ shard: string; middle: string }[]>(
    `SELECT shardid AS shard, (shardminvalue::bigint + shardmaxvalue::bigint) / 2 AS middle
     FROM pg_dist_shard WHERE logicalrelid = 'books'::regclass`,
  );
  for (const { shard, middle } of shards)
    await dataSource.query(
      `SELECT citus_split_shard_by_split_points($1::bigint, ARRAY[$2::text],
         (SELECT (array_agg(nodeid ORDER BY nodeid))[:2] FROM pg_dist_node WHERE shouldhaveshards), 'block_writes')`,
      [shard, middle],
    );
}

const countOf = async (table: string, condition = 'true') => {
  const [row] = await dataSource.query<[{ count: number }]>(
    `SELECT count(*)::int FROM ${table} WHERE ${condition}`,
  );
  return row.count;
};

describe('a process that does not know of the split of shards', () => {
  it('repeats all SQL transactions that fail at the same time', async () => {
    const source = unaware[0]!;
    const fourTimes = <Result>(work: () => Promise<Result>) => Promise.all([work(), work(), work(), work()]);
    // Opens the connections.
    await fourTimes(() => source.query('SELECT pg_sleep(0.1)'));
    const locked = await fourTimes(() =>
      inSqlTransaction(source, async (manager) => lockBalances(await sqlClientOf(manager), accountIds)),
    );
    for (const { balances } of locked) expect(balances).toHaveLength(accountIds.length);
  });

  it('deletes all expired rows and no others', async () => {
    await dataSource.query(
      `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, created_at)
       SELECT gen_random_uuid(), 'user', '/v1/things', number::text, '-', now() - make_interval(days => number % 2 * 2)
       FROM generate_series(1, $1::int) AS number`,
      [ROWS],
    );
    expect(await deleteExpiredKeys(unaware[1]!)).toMatchObject({ count: ROWS / 2 });
    expect(await countOf('idempotency_keys')).toBe(ROWS / 2);
    expect(await countOf('idempotency_keys', `created_at < now() - interval '1 day'`)).toBe(0);
  });

  it('claims all mails', async () => {
    await dataSource.query(
      `INSERT INTO mails (account_id, id, kind, subject_id, status, due_at, next_attempt_at, attempts, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'password_reset', gen_random_uuid(), 'pending', now(), now(), 0, now()
       FROM generate_series(1, $1::int)`,
      [ROWS],
    );
    const queue = new PostgresMailQueue(unaware[2]!);
    expect(await queue.claim(ROWS, new Date(Date.now() + 1_000))).toHaveLength(ROWS);
  });

  it('closes an account with transfers to accounts in all shards', async () => {
    const [accountId] = accountIds as [AccountId];
    const { balances } = postgresHarness(unaware[3]!);
    await new CloseAccount(accountsUnitOfWork(unaware[3]!, ids), clock).execute(anActor(), accountId);
    expect(await balances.find(accountId)).toMatchObject({ state: 'closed', held: 0 });
    expect(await countOf('transactions', `transfer_id IS NOT NULL AND status = 'canceled'`)).toBe(
      2 * COUNTERPARTIES,
    );
  });
});
