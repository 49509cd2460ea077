import { describe, expect, it } from '@jest/globals';
import { FlorinError } from '@florin/client';
import { idFromUuid } from '@florin/kernel';
import { type Entry, Journal, newEntry } from '../../tools/drill/journal.mjs';
import { type Balance, reconcile, type Row } from '../../tools/drill/reconciliation.mjs';

// Without these findings, every drill would pass.

const ACCOUNT = '01890000-0000-7000-8000-000000000001';
const PAYMENT = '01890000-0000-7000-8000-000000000002';
const OTHER = '01890000-0000-7000-8000-000000000003';
const account = { id: idFromUuid('acct', ACCOUNT), funds: 1_000 };

/** A payment of 300 that was acknowledged and is still pending. */
function anEntry(changes: Partial<Entry> = {}): Entry {
  const entry = newEntry('transaction', {
    account_id: account.id,
    amount: 300,
    reference: 'r-1',
    type: 'payment',
  });
  return Object.assign(entry, { outcome: 'acknowledged', id: idFromUuid('txn', PAYMENT) }, changes);
}

const aRow = (changes: Partial<Row> = {}): Row => ({
  kind: 'transaction',
  accountId: ACCOUNT,
  id: PAYMENT,
  reference: 'r-1',
  amount: 300,
  type: 'payment',
  status: 'pending',
  note: undefined,
  ...changes,
});

const aBalance = (changes: Partial<Balance> = {}): Balance => ({
  accountId: ACCOUNT,
  available: 700,
  held: 300,
  incoming: 0,
  ...changes,
});

const found = (entry: Entry, rows: Row[], balance = aBalance()) =>
  reconcile([entry], [account], rows, [balance]);
const noFindings = { lost: [], twice: [], wrong: [] };

describe('the reconciliation after a drill', () => {
  it('finds nothing if all rows match the journal', () => {
    expect(found(anEntry(), [aRow()])).toEqual(noFindings);
    expect(found(anEntry({ outcome: 'open', id: undefined }), [aRow()])).toEqual(noFindings);
    const unchanged = aBalance({ available: 1_000, held: 0 });
    expect(found(anEntry({ outcome: 'refused', id: undefined }), [], unchanged)).toEqual(noFindings);
  });

  it('finds an acknowledged transaction that is missing', () => {
    expect(found(anEntry(), [], aBalance({ available: 1_000, held: 0 })).lost).toHaveLength(1);
  });

  it('finds a duplicate, whether it was acknowledged or not', () => {
    const rows = [aRow(), aRow({ id: OTHER })];
    const balance = aBalance({ available: 400, held: 600 });
    expect(found(anEntry(), rows, balance).twice).toHaveLength(1);
    expect(found(anEntry({ outcome: 'open', id: undefined }), rows, balance).twice).toHaveLength(1);
  });

  it('finds a transaction that was rejected and exists', () => {
    expect(found(anEntry({ outcome: 'refused', id: undefined }), [aRow()]).wrong).toHaveLength(1);
  });

  it('finds a transaction without a request', () => {
    const rows = [aRow(), aRow({ id: OTHER, reference: 'r-2' })];
    expect(found(anEntry(), rows, aBalance({ available: 400, held: 600 })).wrong).toHaveLength(1);
  });

  it('finds another id or another amount under the same reference', () => {
    expect(found(anEntry(), [aRow({ id: OTHER })]).wrong).toHaveLength(1);
    const balance = aBalance({ available: 699, held: 301 });
    expect(found(anEntry(), [aRow({ amount: 301 })], balance).wrong).toHaveLength(1);
  });

  it('finds an acknowledged status or note that was lost', () => {
    expect(found(anEntry({ end: 'canceled' }), [aRow()]).lost).toHaveLength(1);
    expect(found(anEntry({ notes: new Set([2, 3]) }), [aRow({ note: 1 })]).lost).toHaveLength(1);
    expect(found(anEntry({ notes: new Set([2, 3]) }), [aRow({ note: 3 })]).lost).toEqual([]);
  });

  it('finds balances that do not match the transactions', () => {
    expect(found(anEntry(), [aRow()], aBalance({ available: 701 })).wrong).toHaveLength(1);
    expect(found(anEntry(), [aRow({ status: 'succeeded' })]).wrong).toHaveLength(1);
  });
});

describe('the journal of a drill', () => {
  const failing = (code: 'network_error' | 'insufficient_funds' | 'internal_error', status: number) => () =>
    Promise.reject(new FlorinError('no', { code, status }));
  const newRequest = (): Entry => anEntry({ outcome: 'open', id: undefined });

  it('keeps an unknown outcome open until a later response resolves it', async () => {
    const journal = new Journal();
    const entry = newRequest();
    await journal.create(entry, failing('network_error', 0));
    expect([entry.outcome, journal.givenUp, journal.problems]).toEqual(['open', 1, []]);
    await journal.create(entry, () => Promise.resolve({ id: 'txn_1' }));
    expect([entry.outcome, entry.id, journal.entries.size]).toEqual(['acknowledged', 'txn_1', 1]);
  });

  it('accepts an expected error, and reports any other', async () => {
    const journal = new Journal();
    const unfunded = newRequest();
    await journal.create(unfunded, failing('insufficient_funds', 402));
    expect([unfunded.outcome, journal.problems]).toEqual(['refused', []]);
    await journal.create(newRequest(), failing('internal_error', 500));
    expect(journal.problems).toHaveLength(1);
  });
});
