import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, type TransactionId, type TransferId, uuidFromId } from '@florin/kernel';
import { LedgerFixture, USD } from '@florin/ledger/testing';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { ALL_LEDGER_RULES } from './ledger-rules.js';
import { checkRules } from './verify-books.js';
import { postgresHarness } from '../ledger/testing/postgres-harness.js';

let url: string;
let dataSource: DataSource;
let accountId: AccountId;
let payment: TransactionId;
let pending: TransactionId;
let failed: TransactionId;
let transferId: TransferId;

beforeAll(async () => {
  ({ dataSource, url } = await openDatabase());
});
beforeEach(async () => {
  const fixture = new LedgerFixture(postgresHarness(dataSource));
  accountId = await fixture.openAccount(10_000);
  payment = (await fixture.createSettled(accountId, { amount: 600 })).id;
  await fixture.create(accountId, { type: 'refund', refundOf: payment, amount: 100 });
  pending = (await fixture.create(accountId, { amount: 50, reference: 'order 1' })).id;
  const amendment = { reference: 'order 2', metadata: { sku: 'café', price: 1.5, tags: ['a', null] } };
  await fixture.ledger.amend({ transactionId: pending, accountId, amendment });
  failed = (await fixture.create(accountId)).id;
  const settlement = { status: 'failed', failureReason: 'card expired' } as const;
  await fixture.ledger.settle({ transactionId: failed, accountId, settlement });
  const toAccountId = await fixture.openAccount();
  const input = { fromAccountId: accountId, toAccountId, amount: 70, currency: USD };
  const transfer = await fixture.ledger.createTransfer(input);
  if (transfer.replayed) throw new Error('The transfer was replayed.');
  transferId = transfer.value.id;
});

/** The codes of broken rules after the changes, which are rolled back. */
async function findingsAfter(...changes: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const change of changes) await client.query(change);
    const snapshot = { query: async (text: string) => (await client.query(text)).rows as never };
    const { checks } = await checkRules(snapshot, ALL_LEDGER_RULES);
    return checks.filter(({ findings }) => findings.length > 0).map(({ code }) => code);
  } finally {
    await client.end();
  }
}

const own = () => `account_id = '${uuidFromId(accountId)}'`;
const only = (id: TransactionId, column = 'id') => `${own()} AND ${column} = '${uuidFromId(id)}'`;
const eventsAbout = (id: TransactionId) => `subject_id = '${uuidFromId(id)}'`;
const sideOf = (type: 'payment' | 'credit') =>
  `transfer_id = '${uuidFromId(transferId)}' AND type = '${type}'`;
const WITHOUT_TRIGGER = 'ALTER TABLE entries DISABLE TRIGGER entries_are_final';

describe('the ledger audit', () => {
  it('finds nothing in a consistent ledger, and counts the checked rows', async () => {
    const { checks } = await checkRules(dataSource, ALL_LEDGER_RULES);
    expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
    for (const { rows } of checks) expect(rows).toBeGreaterThan(0);
  });

  it.each([
    [
      'a balance without entries',
      'balance_wrong',
      () => `UPDATE books SET available = available + 1 WHERE ${own()}`,
    ],
    [
      'a hold without a pending payment',
      'hold_wrong',
      () => `UPDATE books SET held = held + 1, available = available - 1 WHERE ${own()}`,
    ],
    [
      'an incoming amount that differs from the pending credits',
      'incoming_wrong',
      () => `UPDATE books SET incoming = incoming - 1 WHERE ${own()}`,
    ],
    [
      'a payment refunded beyond its amount',
      'refund_excessive',
      () => `UPDATE transactions SET amount = 700 WHERE ${only(payment, 'refund_of')}`,
    ],
    [
      'a missing created event',
      'event_missing',
      () => `DELETE FROM events WHERE type = 'transaction.created' AND ${eventsAbout(payment)}`,
    ],
    [
      'a missing succeeded event',
      'event_missing',
      () => `DELETE FROM events WHERE type = 'transaction.succeeded' AND ${eventsAbout(payment)}`,
    ],
    [
      'an end event of another type',
      'event_missing',
      () =>
        `UPDATE events SET type = 'transaction.failed' WHERE type = 'transaction.succeeded' AND ${eventsAbout(payment)}`,
    ],
    [
      'a failure reason that differs from the event',
      'event_contradicts',
      () => `UPDATE transactions SET failure_reason = 'no funds' WHERE ${only(failed)}`,
    ],
    [
      'a reference that differs from the events',
      'transaction_altered',
      () => `UPDATE transactions SET reference = 'order 1' WHERE ${only(pending)}`,
    ],
    [
      'a reference that was removed',
      'transaction_altered',
      () => `UPDATE transactions SET reference = NULL WHERE ${only(pending)}`,
    ],
    [
      'metadata that differ from the events',
      'transaction_altered',
      () => `UPDATE transactions SET metadata = '{"sku":"tea"}' WHERE ${only(pending)}`,
    ],
    [
      'an open balance of a suspended account',
      'book_contradicts_account',
      () => `UPDATE accounts SET status = 'suspended' WHERE id = '${uuidFromId(accountId)}'`,
    ],
    [
      'a balance in another currency than its account',
      'book_contradicts_account',
      () => `UPDATE accounts SET currency = 'EUR' WHERE id = '${uuidFromId(accountId)}'`,
    ],
    [
      'a used balance that is marked as unused',
      'book_use_wrong',
      () => `UPDATE books SET used = false, available = 0, held = 0, incoming = 0 WHERE ${own()}`,
    ],
  ])('finds %s', async (_, code, change) => {
    expect(await findingsAfter(change())).toContain(code);
  });

  it.each([
    [
      'a missing destination',
      'transfer_incomplete',
      () => `DELETE FROM transactions WHERE ${sideOf('credit')}`,
    ],
    ['a missing source', 'transfer_incomplete', () => `DELETE FROM transactions WHERE ${sideOf('payment')}`],
    [
      'a side that names another account',
      'transfer_incomplete',
      () => `UPDATE transactions SET counterparty_id = uuidv7() WHERE ${sideOf('credit')}`,
    ],
    [
      'two payments',
      'transfer_incomplete',
      () => `UPDATE transactions SET type = 'payment' WHERE ${sideOf('credit')}`,
    ],
    [
      'a third side',
      'transfer_incomplete',
      () => `UPDATE transactions SET transfer_id = '${uuidFromId(transferId)}', counterparty_id = '${uuidFromId(accountId)}'
        WHERE id = (SELECT id FROM transactions WHERE type = 'credit' AND transfer_id IS NULL AND NOT (${own()}) LIMIT 1)`,
    ],
    [
      'sides of different amounts',
      'transfer_contradicts',
      () => `UPDATE transactions SET amount = 71 WHERE ${sideOf('credit')}`,
    ],
    [
      'one side that ended alone',
      'transfer_contradicts',
      () => `UPDATE transactions SET status = 'canceled', ended_at = now() WHERE ${sideOf('payment')}`,
    ],
  ])('finds a transfer with %s', async (_, code, change) => {
    expect(await findingsAfter(change())).toContain(code);
  });

  it('finds a transfer between two currencies', async () => {
    const anyCurrency = 'ALTER TABLE transactions DROP CONSTRAINT transactions_book_fkey';
    const change = `UPDATE transactions SET currency = 'EUR' WHERE ${sideOf('credit')}`;
    expect(await findingsAfter(anyCurrency, change)).toContain('transfer_contradicts');
  });

  it('finds entries that do not balance, and a disabled trigger on entries', async () => {
    const change = `UPDATE entries SET amount = amount + 1 WHERE line = 'clearing' AND ${only(payment, 'transaction_id')}`;
    expect(await findingsAfter(WITHOUT_TRIGGER, change)).toEqual(
      expect.arrayContaining(['currency_unbalanced', 'posting_wrong', 'entries_unguarded']),
    );
  });

  it('finds a succeeded transaction without entries, and entries without a succeeded transaction', async () => {
    const lost = `DELETE FROM entries WHERE ${only(payment, 'transaction_id')}`;
    expect(await findingsAfter(WITHOUT_TRIGGER, lost)).toContain('posting_wrong');
    const early = `INSERT INTO entries SELECT account_id, id, line, 'USD', 50, now() FROM transactions,
      unnest(ARRAY['account', 'clearing']) AS line WHERE ${only(pending)}`;
    expect(await findingsAfter(early)).toContain('posting_unfounded');
  });

  it('finds an account without a balance', async () => {
    const insertAccount = `INSERT INTO accounts SELECT uuidv7(), 'x@example.com', name, type, status, currency, timezone,
      language, created_at, updated_at FROM accounts LIMIT 1`;
    expect(await findingsAfter(insertAccount)).toEqual(['book_missing']);
  });
});
