import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AccountId, DAY_MS, uuidFromId } from '@florin/kernel';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import {
  aBalance,
  createCommand,
  expectLedgerToFollowModel,
  batchesContract,
  idempotencyKeysContract,
  ledgerStoreContract,
  reportsContract,
  LedgerFixture,
  newTransaction,
  transactionReaderContract,
  transfersContract,
} from '@florin/ledger/testing';
import {
  type BatchDecision,
  decideBatch,
  Ledger,
  LEDGER_LIMITS,
  type LedgerState,
  LedgerStore,
  type ReadSet,
  readSetOf,
} from '@florin/ledger';
import { openDatabase } from '../../../../test/support/open-database.js';
import { driverErrorIn, sqlStateOf } from '../postgres/driver-error.js';
import { PostgresLedgerStore } from './postgres-ledger.store.js';
import { postgresHarness } from './testing/postgres-harness.js';

async function openHarness() {
  const { dataSource } = await openDatabase();
  return { dataSource, harness: postgresHarness(dataSource) };
}

describe('PostgresLedgerStore', () => {
  ledgerStoreContract(async () => (await openHarness()).harness);
  idempotencyKeysContract(async () => (await openHarness()).harness);
  batchesContract(async () => (await openHarness()).harness);
  transfersContract(async () => (await openHarness()).harness);
  reportsContract(async () => (await openHarness()).harness);
});

describe('PostgresTransactionReader', () => {
  transactionReaderContract(async () => (await openHarness()).harness);
});

/** The model expects the commands of a burst in order, which only those of one queue have. */
class OnePartition extends PostgresLedgerStore {
  override partitionOf(): number {
    return 0;
  }
}

describe('the ledger on PostgreSQL', () => {
  it('matches the model in 20 sequences of commands', async () => {
    const { dataSource, harness } = await openHarness();
    await expectLedgerToFollowModel({ ...harness, store: new OnePartition(dataSource) }, { numRuns: 20 });
    expect(await harness.audit()).toEqual([]);
  });
});

describe('database constraints', () => {
  let dataSource: DataSource;
  let fixture: LedgerFixture;

  beforeAll(async () => {
    const opened = await openHarness();
    dataSource = opened.dataSource;
    fixture = new LedgerFixture(opened.harness);
  });

  const refused = (sql: string, values: unknown[] = []) =>
    dataSource.query(sql, values).catch((error: unknown) => driverErrorIn(error));
  const constraint = (name: string) => expect.objectContaining({ constraint: name });

  it.each(['UPDATE entries SET amount = amount', 'DELETE FROM entries', 'TRUNCATE entries'])(
    'reject changes of entries: %s',
    async (sql) => {
      expect(await refused(sql)).toMatchObject({ sqlState: '23001' });
    },
  );

  it('reject negative amounts in a balance', async () => {
    const accountId = await fixture.openAccount(100);
    const id = uuidFromId(accountId);
    for (const part of ['available', 'held', 'incoming']) {
      expect(await refused(`UPDATE books SET ${part} = -1 WHERE account_id = $1`, [id])).toEqual(
        constraint(`books_${part}_check`),
      );
    }
  });

  it('reject a change of currency when there are transactions', async () => {
    const id = uuidFromId(await fixture.openAccount(100));
    expect(await refused(`UPDATE books SET currency = 'EUR' WHERE account_id = $1`, [id])).toEqual(
      constraint('transactions_book_fkey'),
    );
  });

  it('reject a transaction with an invalid amount, status or end', async () => {
    const { id } = await fixture.create(await fixture.openAccount(), { type: 'credit' });
    const set = (change: string) =>
      refused(`UPDATE transactions SET ${change} WHERE id = $1`, [uuidFromId(id)]);
    expect(await set('amount = 0')).toEqual(constraint('transactions_amount_check'));
    expect(await set(`status = 'lost', ended_at = now()`)).toEqual(constraint('transactions_status_check'));
    expect(await set(`status = 'succeeded'`)).toEqual(constraint('transactions_ended_check'));
    expect(await set(`refund_of = id`)).toEqual(constraint('transactions_refund_check'));
    expect(await set(`failure_reason = 'none'`)).toEqual(constraint('transactions_failure_check'));
  });
});

describe('a batch on PostgreSQL', () => {
  it('replaces an idempotency key after 24 hours', async () => {
    const { dataSource, harness } = await openHarness();
    const fixture = new LedgerFixture(harness);
    const accountId = await fixture.openAccount(1_000);
    const create = (fingerprint: string) =>
      fixture.createIdempotent(accountId, 'old', { amount: 100, fingerprint });
    await create('first');
    await expect(create('second')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await dataSource.query(`UPDATE idempotency_keys SET created_at = $1`, [new Date(Date.now() - DAY_MS)]);
    await expect(create('second')).resolves.toMatchObject({ replayed: false });
    await expect(create('second')).resolves.toMatchObject({ replayed: true });
    expect(await fixture.balance(accountId)).toMatchObject({ held: 200 });
  });

  it('is split when the database rejects one row, so that only that command fails', async () => {
    const { dataSource, harness } = await openHarness();
    const fixture = new LedgerFixture(harness);
    const accountId = await fixture.openAccount(1_000);
    await dataSource.query(
      `ALTER TABLE transactions ADD CONSTRAINT no_poison_check CHECK (reference <> 'poison')`,
    );
    const references = ['a', 'b', 'c', 'poison', 'd', 'e', 'f'];
    const outcomes = await Promise.allSettled(
      references.map((reference) => fixture.create(accountId, { amount: 100, reference })),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      references.map((reference) => reference !== 'poison'),
    );
    expect(outcomes[3]).toMatchObject({ reason: { name: 'DatabaseFailure', constraint: 'no_poison_check' } });
    expect(await fixture.balance(accountId)).toEqual({ available: 400, held: 600, incoming: 0 });
    expect(await harness.audit()).toEqual([]);
  });

  it('never waits for a lock while it holds others, so it cannot deadlock with another lock order', async () => {
    const { dataSource, harness } = await openHarness();
    const fixture = new LedgerFixture(harness);
    const [first, second] = (
      await Promise.all([fixture.openAccount(100), fixture.openAccount(100)])
    ).toSorted();
    const other = dataSource.createQueryRunner();
    const lock = (accountId: AccountId) =>
      other.query(`SELECT FROM books WHERE account_id = $1 FOR UPDATE`, [uuidFromId(accountId)]);
    await other.startTransaction();
    await lock(second!);
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const ledger = new Ledger(harness.store, fixture.clock, fixture.ids, LEDGER_LIMITS, endOfTurn);
    const [written, waiting] = [first!, second!].map((accountId) =>
      ledger.create(newTransaction(accountId, { amount: 1 })),
    );
    await written;
    await lock(first!);
    await other.commitTransaction();
    await other.release();
    await waiting;
    const settled = await Promise.allSettled(statements.mock.results.map(({ value }) => value as unknown));
    statements.mockRestore();
    expect(settled.flatMap((one) => (one.status === 'rejected' ? [sqlStateOf(one.reason)] : []))).toEqual([]);
    expect(await fixture.balance(first!)).toMatchObject({ held: 1 });
    expect(await fixture.balance(second!)).toMatchObject({ held: 1 });
  });

  it('reads only what its read set names', async () => {
    const { harness } = await openHarness();
    const fixture = new LedgerFixture(harness);
    const accountId = await fixture.openAccount(100);
    let readState: LedgerState | undefined;
    class RecordingStore extends LedgerStore {
      write<Result>(needs: ReadSet, decide: (state: LedgerState) => BatchDecision<Result>): Promise<Result> {
        const recording = (state: LedgerState) => {
          readState = state;
          return decide(state);
        };
        return harness.store.write(needs, recording);
      }
    }
    const commands = [createCommand(accountId, { amount: 1 }), createCommand(aBalance().accountId)];
    await new RecordingStore().write(readSetOf(commands, fixture.ids.next('evt')), (state) =>
      decideBatch(state, commands, fixture.clock.now(), fixture.ids),
    );
    expect([...(readState?.balances.keys() ?? [])]).toEqual([accountId]);
    expect(readState?.transactions.size).toBe(0);
  });
});
