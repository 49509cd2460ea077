import { describe, expect, it } from '@jest/globals';
import { FlorinError } from '@florin/client';
import { idFromUuid } from '@florin/kernel';
import { type Entry, Journal, newBatch, newEntry } from '../../tools/drill/journal.mjs';
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

describe('the reconciliation of a transfer', () => {
  const DESTINATION = '01890000-0000-7000-8000-000000000004';
  const TRANSFER = '01890000-0000-7000-8000-000000000005';
  const destination = { id: idFromUuid('acct', DESTINATION), funds: 0 };
  const aTransfer = (changes: Partial<Entry> = {}): Entry =>
    Object.assign(
      newEntry('transfer', {
        from_account_id: account.id,
        to_account_id: destination.id,
        amount: 300,
        reference: 'r-1',
      }),
      { outcome: 'acknowledged', id: idFromUuid('trf', TRANSFER) },
      changes,
    );
  const source = (changes: Partial<Row> = {}) => aRow({ transferId: TRANSFER, ...changes });
  const received = (changes: Partial<Row> = {}) =>
    aRow({ transferId: TRANSFER, id: OTHER, accountId: DESTINATION, type: 'credit', ...changes });
  const foundIn = (entry: Entry, rows: Row[]) =>
    reconcile([entry], [account, destination], rows, [
      aBalance(),
      { accountId: DESTINATION, available: 0, held: 0, incoming: 300 },
    ]);

  it('finds nothing if both sides match the journal', () => {
    expect(foundIn(aTransfer(), [source(), received()])).toEqual(noFindings);
    expect(foundIn(aTransfer({ outcome: 'open', id: undefined }), [source(), received()])).toEqual(
      noFindings,
    );
  });

  it('finds a missing transfer, a missing side and a duplicate', () => {
    expect(foundIn(aTransfer(), []).lost).toHaveLength(1);
    expect(foundIn(aTransfer(), [source()]).wrong).toContainEqual(expect.stringContaining('has no credit'));
    const again = [source({ transferId: OTHER }), received({ transferId: OTHER })];
    expect(foundIn(aTransfer(), [source(), received(), ...again]).twice).toHaveLength(1);
  });

  it('finds sides that do not agree, and an acknowledged end that was lost', () => {
    const settled = received({ status: 'succeeded' });
    expect(foundIn(aTransfer(), [source(), settled]).wrong).toContainEqual(
      expect.stringContaining('the sides of r-1'),
    );
    expect(foundIn(aTransfer({ end: 'succeeded' }), [source(), received()]).lost).toHaveLength(1);
  });

  it('finds a transfer that was rejected and exists', () => {
    const refused = aTransfer({ outcome: 'refused', id: undefined });
    expect(foundIn(refused, [source(), received()]).wrong).toHaveLength(1);
  });
});

describe('the journal of a drill', () => {
  const failing = (code: string, status: number) => () =>
    Promise.reject(new FlorinError('no', { code: code as 'internal_error', status }));
  const newRequest = (): Entry => anEntry({ outcome: 'open', id: undefined });

  it('keeps an unknown outcome open until a later response resolves it', async () => {
    const journal = new Journal();
    const entry = newRequest();
    await journal.create(entry, failing('network_error', 0));
    expect([entry.outcome, journal.givenUp, journal.problems]).toEqual(['open', 1, []]);
    await journal.create(entry, () => Promise.resolve({ id: 'txn_1' }));
    expect([entry.outcome, entry.id, journal.entries.size]).toEqual(['acknowledged', 'txn_1', 1]);
  });

  it('records the result of each transaction of a batch, and counts them instead of the batch', async () => {
    const journal = new Journal();
    const body = { account_id: account.id, amount: 1, type: 'payment' };
    const batch = newBatch(
      [
        { ...body, reference: 'a' },
        { ...body, reference: 'b' },
      ],
      false,
    );
    await journal.create(batch, failing('network_error', 0));
    expect(journal.writes.map(({ outcome }) => outcome)).toEqual(['open', 'open']);
    const results = [
      { status: 201, transaction: { id: 'txn_1' } },
      { status: 402, error: 'insufficient_funds' },
    ];
    await journal.create(batch, () => Promise.resolve({ results }));
    expect(journal.writes.map(({ outcome, id }) => [outcome, id])).toEqual([
      ['acknowledged', 'txn_1'],
      ['refused', undefined],
    ]);
    expect(batch.id).toBe('txn_1 insufficient_funds');
  });

  it('records that no transaction of a failed atomic batch was created', async () => {
    const journal = new Journal();
    const batch = newBatch([{ account_id: account.id, amount: 1, type: 'payment', reference: 'a' }], true);
    await journal.create(batch, failing('batch_failed', 422));
    expect(journal.writes.map(({ outcome }) => outcome)).toEqual(['refused']);
    expect(journal.problems).toEqual([]);
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
