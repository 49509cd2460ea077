import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountId, IdempotentRequest, JsonObject } from '@florin/kernel';
import type { BatchElement } from '../batch/command.js';
import { newTransaction } from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture } from './ledger-fixture.js';

const present = (elements: readonly BatchElement[]): JsonObject => ({
  results: elements.map(({ refused, transaction }) => refused?.code ?? transaction!.id),
});

/** The contract of immediate settlement, batches and dry runs, for every `LedgerStore` adapter. */
export function batchesContract(open: () => Promise<LedgerHarness>): void {
  let harness: LedgerHarness;
  let fixture: LedgerFixture;

  beforeAll(async () => {
    harness = await open();
    fixture = new LedgerFixture(harness);
  });

  const countOf = async (accountId: AccountId) =>
    (await harness.transactions.list({ accountId }, { limit: 100 })).items.length;
  const eventTypesOf = async (accountId: AccountId) =>
    (await harness.events.list(accountId, { limit: 100 })).items.map(({ type }) => type);
  const request = (accountId: AccountId, key: string): IdempotentRequest<readonly BatchElement[]> => ({
    accountId,
    principal: 'user_one',
    path: '/v1/transactions/batch',
    key,
    fingerprint: 'one body',
    present,
  });

  describe('a transaction that is settled at once', () => {
    it('succeeds with both events, and can be read', async () => {
      const accountId = await fixture.openAccount();
      const credit = await fixture.create(accountId, { type: 'credit', amount: 700, settle: true });
      const payment = await fixture.create(accountId, { amount: 200, settle: true });
      expect([credit, payment]).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
      expect(await harness.transactions.find(payment.id, accountId)).toEqual(payment);
      expect(await fixture.balance(accountId)).toEqual({ available: 500, held: 0, incoming: 0 });
      expect((await eventTypesOf(accountId)).slice(0, 2)).toEqual([
        'transaction.succeeded',
        'transaction.created',
      ]);
      expect(await harness.audit()).toEqual([]);
    });

    it('is refused without funds, and nothing is stored', async () => {
      const accountId = await fixture.openAccount();
      await expect(fixture.create(accountId, { settle: true })).rejects.toMatchObject({
        code: 'insufficient_funds',
      });
      expect(await countOf(accountId)).toBe(0);
    });
  });

  describe('a batch', () => {
    const inputs = (accountId: AccountId) => [
      newTransaction(accountId, { type: 'credit', amount: 100, settle: true }),
      newTransaction(accountId, { amount: 60 }),
      newTransaction(accountId, { amount: 60 }),
      newTransaction(accountId, { amount: 40 }),
    ];

    it('creates each transaction for itself, in order', async () => {
      const accountId = await fixture.openAccount();
      const outcome = await fixture.ledger.createBatch({ inputs: inputs(accountId), atomic: false });
      if (outcome.replayed) throw new Error('Unexpected replay.');
      expect(outcome.value.map(({ refused, transaction }) => refused?.code ?? transaction?.status)).toEqual([
        'succeeded',
        'pending',
        'insufficient_funds',
        'pending',
      ]);
      expect(await fixture.balance(accountId)).toEqual({ available: 0, held: 100, incoming: 0 });
    });

    it('stores nothing if it is atomic and one is refused', async () => {
      const accountId = await fixture.openAccount();
      const failing = fixture.ledger.createBatch(
        { inputs: inputs(accountId), atomic: true },
        request(accountId, 'atomic'),
      );
      await expect(failing).rejects.toMatchObject({
        code: 'batch_failed',
        message: expect.stringMatching(/^transactions\[2\] failed with insufficient_funds/),
      });
      expect([await countOf(accountId), await eventTypesOf(accountId)]).toEqual([0, []]);
      expect(await fixture.balance(accountId)).toEqual({ available: 0, held: 0, incoming: 0 });
      const [credit] = inputs(accountId);
      const retried = fixture.ledger.createBatch(
        { inputs: [credit!], atomic: true },
        request(accountId, 'atomic'),
      );
      expect(await retried).toMatchObject({ replayed: false });
    });

    it('does not undo commands that were decided before it in the same write', async () => {
      const accountId = await fixture.openAccount();
      const [before, batch, after] = await Promise.allSettled([
        fixture.create(accountId, { type: 'credit', amount: 50, settle: true }),
        fixture.ledger.createBatch({ inputs: inputs(accountId).slice(0, 3), atomic: true }),
        fixture.create(accountId, { amount: 50 }),
      ]);
      expect([before.status, batch.status, after.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      expect(await harness.audit()).toEqual([]);
    });

    it('is replayed completely, refusals included, and stores nothing twice', async () => {
      const accountId = await fixture.openAccount();
      const batch = { inputs: inputs(accountId), atomic: false };
      const [first, ...repeated] = await Promise.all(
        Array.from({ length: 4 }, () => fixture.ledger.createBatch(batch, request(accountId, 'once'))),
      );
      const response = first!.replayed ? first!.response : present(first!.value);
      for (const outcome of repeated) expect(outcome).toEqual({ replayed: true, response });
      expect(await countOf(accountId)).toBe(3);
    });

    it('has up to 1,000 transactions of several accounts', async () => {
      const accountIds = [await fixture.openAccount(), await fixture.openAccount()];
      const many = Array.from({ length: 1_000 }, (_, index) =>
        newTransaction(accountIds[index % 2]!, { type: 'credit', amount: 1, settle: true }),
      );
      await fixture.ledger.createBatch({ inputs: many, atomic: true });
      for (const accountId of accountIds)
        expect(await fixture.balance(accountId)).toEqual({ available: 500, held: 0, incoming: 0 });
    });
  });

  describe('a dry run', () => {
    it('returns the result and the balance, and stores nothing', async () => {
      const [accountId, other] = [await fixture.openAccount(100), await fixture.openAccount()];
      const before = [await countOf(accountId), await eventTypesOf(accountId)];
      const payment = await fixture.ledger.dryRun(newTransaction(accountId, { amount: 60 }));
      expect(payment.value).toMatchObject({ status: 'pending', amount: 60 });
      expect(payment.balances.get(accountId)).toMatchObject({ available: 40, held: 60 });
      const batch = await fixture.ledger.dryRunBatch({
        inputs: [newTransaction(accountId, { amount: 60 }), newTransaction(accountId, { amount: 60 })],
        atomic: false,
      });
      expect(batch.value.map(({ refused }) => refused?.code)).toEqual([undefined, 'insufficient_funds']);
      const transfer = await fixture.ledger.dryRunTransfer({
        fromAccountId: accountId,
        toAccountId: other,
        amount: 100,
        currency: newTransaction(accountId).currency,
        settle: true,
      });
      expect(transfer.balances.get(other)).toMatchObject({ available: 100 });
      expect([await countOf(accountId), await eventTypesOf(accountId)]).toEqual(before);
      expect(await fixture.balance(accountId)).toEqual({ available: 100, held: 0, incoming: 0 });
      expect(await countOf(other)).toBe(0);
    });

    it('is refused like the request itself', async () => {
      const accountId = await fixture.openAccount();
      await expect(fixture.ledger.dryRun(newTransaction(accountId))).rejects.toMatchObject({
        code: 'insufficient_funds',
      });
    });
  });
}
