import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CloseAccount, OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, type Metadata, uuidFromId } from '@florin/kernel';
import { Ledger } from '@florin/ledger';
import { newTransaction, TestIds } from '@florin/ledger/testing';
import { CreatePaymentRequest, CreateSubscription, PauseSubscription } from '@florin/payments';
import { aNewRequest } from '@florin/payments/testing/paying';
import { aNewSubscription, PlainPageSecrets } from '@florin/payments/testing/subscriptions';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { FailoverProxy } from '../../../../test/support/failover-proxy.mjs';
import { openDatabase } from '../../../../test/support/open-database.js';
import { PostgresLedgerStore } from '../ledger/postgres-ledger.store.js';
import { createDataSource } from '../data-source.js';
import { connect } from '../postgres/data-source.js';
import { BATCH_ROWS } from '../postgres/find-options.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { TypeOrmSubscriptionReader } from '../payments/typeorm-subscription.reader.js';
import { SystemClock } from '@florin/kernel/memory';
import { accountsUnitOfWork } from './accounts-stores.js';

const NOTE = 'x'.repeat(8_000);
const METADATA: Metadata = { note: NOTE, order: 'A-1' };
const MANY = 20;

let address: FailoverProxy;
let dataSource: DataSource;

beforeAll(async () => {
  address = await FailoverProxy.listen((await openDatabase()).url);
  dataSource = await connect(createDataSource({ url: address.url }));
});
afterAll(async () => {
  await dataSource.destroy();
  await address.close();
});

async function openFilled(email: string) {
  const clock = new SystemClock();
  const ids = new TestIds(clock);
  const accounts = accountsUnitOfWork(dataSource, ids);
  const payments = paymentsUnitOfWork(dataSource, ids);
  const issue = new CreatePaymentRequest(payments, new PlainPageSecrets(), clock);
  const subscribe = new CreateSubscription(payments, issue, clock);
  const pause = new PauseSubscription(new TypeOrmSubscriptionReader(dataSource), payments, clock);
  const ledger = new Ledger(new PostgresLedgerStore(dataSource), clock, ids);
  const opening = new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock);
  const opened = await opening.execute(anActor(), { ...aNewAccount({ email }), password: 'correct horse' });
  if (opened.replayed) throw new Error('The account was replayed.');
  const accountId = opened.value.id;
  const fields = { metadata: METADATA, reference: 'REF-1' };
  for (let made = 0; made < MANY; made += 1) {
    await ledger.create(newTransaction(accountId, { type: 'credit', ...fields }));
    await issue.execute(aNewRequest({ accountId, ...fields }));
    const subscription = await subscribe.execute(aNewSubscription({ accountId, ...fields }));
    if (!subscription.replayed) await pause.execute(subscription.value.id, accountId);
  }
  return { accountId, close: () => new CloseAccount(accounts, clock).execute(anActor(), accountId) };
}

const storedRows = (table: string, accountId: AccountId): Promise<object[]> =>
  dataSource.query(
    `SELECT DISTINCT status, reference, metadata::text AS metadata FROM ${table} WHERE account_id = $1`,
    [uuidFromId(accountId)],
  );

describe('closing an account with many open objects', () => {
  it('neither reads nor writes metadata, which stays unchanged', async () => {
    const { accountId, close } = await openFilled('notes@example.com');
    const before = { sent: address.sent, received: address.received };
    await close();
    // The metadata of one table alone is more than this.
    const maxBytes = (MANY * NOTE.length) / 2;
    expect(address.received - before.received).toBeLessThan(maxBytes);
    expect(address.sent - before.sent).toBeLessThan(maxBytes);
    const canceled = { status: 'canceled', reference: 'REF-1', metadata: JSON.stringify(METADATA) };
    for (const table of ['transactions', 'subscriptions'])
      expect(await storedRows(table, accountId)).toEqual([canceled]);
    expect(await storedRows('payment_requests', accountId)).toContainEqual(canceled);
  });

  it('cancels all objects in batches', async () => {
    const { accountId, close } = await openFilled('batches@example.com');
    const many = 2 * BATCH_ROWS + 1;
    await multiply(accountId, many);
    expect(await maxRowsPerStatement(close)).toBe(BATCH_ROWS);
    const events = await dataSource.query<object[]>(
      `SELECT type, count(*)::int AS count FROM events WHERE account_id = $1 AND type LIKE '%.canceled'
       GROUP BY type ORDER BY type`,
      [uuidFromId(accountId)],
    );
    const types = ['payment_request.canceled', 'subscription.canceled', 'transaction.canceled'];
    // Pausing a subscription canceled its open request.
    expect(events).toEqual(
      types.map((type, index) => ({ type, count: many + (index === 0 ? 2 : 1) * MANY })),
    );
    for (const table of ['transactions', 'payment_requests', 'subscriptions'])
      expect(await storedRows(table, accountId)).toEqual([expect.objectContaining({ status: 'canceled' })]);
  });
});

/** Copies one transaction, one request and one subscription `count` times, and adjusts the balance. */
async function multiply(accountId: AccountId, count: number): Promise<void> {
  for (const [table, own] of [
    ['transactions', ''],
    ['payment_requests', ', page_digest'],
    ['subscriptions', ''],
  ] as const) {
    const columns = await dataSource.query<{ name: string }[]>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('id', 'page_digest')`,
      [table],
    );
    const names = columns.map(({ name }) => name).join();
    await dataSource.query(
      `INSERT INTO ${table} (id${own}, ${names})
       SELECT uuidv7()${own && ", replace(gen_random_uuid()::text, '-', '')"}, ${names}
       FROM (SELECT * FROM ${table} WHERE account_id = $1 AND status IN ('pending', 'paused') ORDER BY id LIMIT 1) one,
         generate_series(1, $2)`,
      [uuidFromId(accountId), count],
    );
  }
  await dataSource.query(
    `UPDATE books SET incoming = (SELECT sum(amount) FROM transactions WHERE account_id = $1 AND status = 'pending')
     WHERE account_id = $1`,
    [uuidFromId(accountId)],
  );
}

interface PgResult {
  readonly rows: readonly unknown[];
  addCommandComplete(message: object): void;
}

/** The largest number of rows that a statement returned. */
async function maxRowsPerStatement(work: () => Promise<unknown>): Promise<number> {
  const { Result } = pg as unknown as { Result: { prototype: PgResult } };
  const spy = jest.spyOn(Result.prototype, 'addCommandComplete');
  await work();
  const maxRows = Math.max(...spy.mock.contexts.map((result) => (result as PgResult).rows.length));
  spy.mockRestore();
  return maxRows;
}
