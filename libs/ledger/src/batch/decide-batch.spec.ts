import { describe, expect, it } from '@jest/globals';
import { type Currency, addMilliseconds, type TransactionId } from '@florin/kernel';
import {
  aBalance,
  aTransaction,
  aTransactionId,
  createCommand,
  NOON,
  idempotentCreateCommand,
  SteppedClock,
  TestIds,
} from '../testing/builders.js';
import type { Balance } from '../balance/balance.js';
import type { Transaction } from '../transaction/transaction.js';
import { type Command, type CommandOutcome, keyText, readSetOf } from './command.js';
import { decideBatch } from './decide-batch.js';
import type { StoredResponse, LedgerState } from './ledger.store.js';

const LATER = addMilliseconds(NOON, 5_000);

interface StoredRows {
  balances?: readonly Balance[];
  transactions?: readonly Transaction[];
  refunded?: ReadonlyMap<TransactionId, number>;
  responses?: ReadonlyMap<string, StoredResponse>;
}

function decide(
  { balances = [], transactions = [], refunded = new Map(), responses = new Map() }: StoredRows,
  commands: Command[],
) {
  const state: LedgerState = {
    balances: new Map(balances.map((balance) => [balance.accountId, balance])),
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    responses,
    newestEvents: new Map(),
  };
  return decideBatch(state, commands, LATER, new TestIds(new SteppedClock(LATER)));
}

const summary = (outcomes: readonly CommandOutcome[]) =>
  outcomes.map(
    ({ refused, ...rest }) => refused?.code ?? ('done' in rest && rest.done.replayed ? 'replayed' : 'done'),
  );

describe('a batch', () => {
  const balance = aBalance({ used: true, available: 1_000 });
  const { accountId } = balance;
  const cancel = (
    transactionId: TransactionId,
    accountScope: Balance['accountId'] | undefined = accountId,
  ): Command => ({
    kind: 'cancel',
    transactionId,
    accountId: accountScope,
  });
  const settle = (transactionId: TransactionId, status: 'succeeded' | 'failed' = 'succeeded'): Command => ({
    kind: 'settle',
    transactionId,
    accountId,
    settlement: { status },
  });

  it.each([0, -500, 0.5, NaN, Infinity, 2 ** 53])('rejects an amount of %p', (amount) => {
    const commands = (['payment', 'credit', 'refund'] as const).map((type) =>
      createCommand(accountId, { type, amount }),
    );
    const { changes, result } = decide({ balances: [balance] }, commands);
    expect(summary(result)).toEqual(['invalid_request', 'invalid_request', 'invalid_request']);
    expect(changes).toMatchObject({ balances: [], added: [], events: [] });
  });

  it('is decided in order of arrival, each command on the result of those before it', () => {
    const held = aTransaction({ accountId, amount: 300 });
    const found = { balances: [{ ...balance, held: 300 }], transactions: [held] };
    const { result, changes } = decide(found, [
      createCommand(accountId, { amount: 900 }),
      createCommand(accountId, { amount: 200 }),
      cancel(held.id),
      createCommand(accountId, { amount: 200 }),
    ]);
    expect(summary(result)).toEqual(['done', 'insufficient_funds', 'done', 'done']);
    expect(changes.balances).toEqual([{ ...balance, available: 200, held: 1_100, updatedAt: LATER }]);
    expect(changes.added.map(({ amount }) => amount)).toEqual([900, 200]);
    expect(changes.changed).toMatchObject([{ id: held.id, status: 'canceled' }]);
    expect(changes.events.map(({ type }) => type)).toEqual([
      'transaction.created',
      'transaction.canceled',
      'transaction.created',
    ]);
  });

  it('gives each event the balance after it', () => {
    const held = aTransaction({ accountId, amount: 300 });
    const found = { balances: [{ ...balance, held: 300 }], transactions: [held] };
    const { changes } = decide(found, [
      createCommand(accountId, { amount: 200 }),
      cancel(held.id),
      createCommand(accountId, { type: 'credit', amount: 50 }),
    ]);
    expect(changes.events.map((event) => event.balance)).toEqual([
      { available: 800, held: 500, incoming: 0 },
      { available: 1_100, held: 200, incoming: 0 },
      { available: 1_100, held: 200, incoming: 50 },
    ]);
  });

  it('writes the balance of an amended transaction, whose row keeps the head of the event log', () => {
    const held = aTransaction({ accountId, amount: 300 });
    const found = { balances: [{ ...balance, held: 300 }], transactions: [held] };
    const amendment = { reference: 'r' };
    const { changes } = decide(found, [{ kind: 'amend', transactionId: held.id, accountId, amendment }]);
    expect(changes.balances).toEqual(found.balances);
    expect(changes.events).toMatchObject([{ balance: { available: 1_000, held: 300, incoming: 0 } }]);
  });

  it('changes nothing for refused commands', () => {
    const done = aTransaction({ accountId, status: 'succeeded', endedAt: NOON });
    const { result, changes } = decide({ balances: [balance], transactions: [done] }, [
      createCommand(accountId, { amount: 1_001 }),
      idempotentCreateCommand(accountId, 'key', { amount: 1_001 }),
      createCommand(accountId, { currency: 'EUR' as Currency }),
      createCommand(aBalance().accountId),
      createCommand(accountId, { type: 'refund', refundOf: aTransactionId() }),
      cancel(done.id),
      settle(done.id),
      settle(aTransactionId()),
      { kind: 'amend', transactionId: done.id, accountId, amendment: {} },
    ]);
    expect(summary(result)).toEqual([
      'insufficient_funds',
      'insufficient_funds',
      'currency_mismatch',
      'not_found',
      'invalid_request',
      'not_cancellable',
      'conflict',
      'not_found',
      'done',
    ]);
    expect(changes).toEqual({ balances: [], added: [], changed: [], entries: [], events: [], keys: [] });
  });

  it('checks account, state, currency, refund and funds, in this order', () => {
    const frozen = { ...balance, state: 'frozen' } as const;
    const wrong = {
      currency: 'EUR' as Currency,
      type: 'refund',
      refundOf: aTransactionId(),
      amount: 5_000,
    } as const;
    const refusalOf = (found: StoredRows, changes: Parameters<typeof createCommand>[1]) =>
      summary(decide(found, [createCommand(accountId, changes)]).result)[0];
    expect(refusalOf({ balances: [] }, wrong)).toBe('not_found');
    expect(refusalOf({ balances: [frozen] }, wrong)).toBe('invalid_request');
    expect(refusalOf({ balances: [balance] }, wrong)).toBe('currency_mismatch');
    expect(refusalOf({ balances: [balance] }, { ...wrong, currency: balance.currency })).toBe(
      'invalid_request',
    );
    expect(refusalOf({ balances: [balance] }, { amount: 5_000 })).toBe('insufficient_funds');
  });

  it('creates a transaction with the timestamp of its id', () => {
    const { changes } = decide({ balances: [balance] }, [createCommand(accountId)]);
    expect(changes.added[0]).toMatchObject({ createdAt: LATER, updatedAt: LATER });
  });

  it('never ends a transaction before its creation when another instance’s clock is ahead', () => {
    const ahead = addMilliseconds(LATER, 3_000);
    const created = aTransaction({ accountId, createdAt: ahead, updatedAt: ahead });
    const { changes } = decide({ balances: [{ ...balance, held: 500 }], transactions: [created] }, [
      settle(created.id),
    ]);
    expect(changes.changed).toMatchObject([{ endedAt: ahead, updatedAt: ahead }]);
    expect(changes.entries.map(({ postedAt }) => postedAt)).toEqual([ahead, ahead]);
  });

  it('posts a pair of entries for a success and none for a failure', () => {
    const [paid, failed] = [aTransaction({ accountId }), aTransaction({ accountId })];
    const found = { balances: [{ ...balance, held: 1_000 }], transactions: [paid, failed] };
    const { changes } = decide(found, [settle(paid.id), settle(failed.id, 'failed')]);
    expect(changes.entries.map(({ transactionId, amount }) => ({ transactionId, amount }))).toEqual([
      { transactionId: paid.id, amount: -500 },
      { transactionId: paid.id, amount: 500 },
    ]);
    expect(changes.balances).toMatchObject([{ available: 1_500, held: 0 }]);
  });

  it('does not show a caller another account’s transaction', () => {
    const foreign = aTransaction();
    const found = {
      balances: [balance, aBalance({ accountId: foreign.accountId, held: 500 })],
      transactions: [foreign],
    };
    expect(summary(decide(found, [cancel(foreign.id)]).result)).toEqual(['not_found']);
    const byAdmin: Command = { kind: 'cancel', transactionId: foreign.id, accountId: undefined };
    expect(summary(decide(found, [byAdmin]).result)).toEqual(['done']);
  });

  it('counts refunds created and canceled in the same batch', () => {
    const payment = aTransaction({ accountId, amount: 600, status: 'succeeded', endedAt: NOON });
    const earlier = aTransaction({ accountId, type: 'refund', refundOf: payment.id, amount: 200 });
    const found = {
      balances: [{ ...balance, incoming: 200 }],
      transactions: [payment, earlier],
      refunded: new Map([[payment.id, 200]]),
    };
    const refund = (amount: number) =>
      createCommand(accountId, { type: 'refund', refundOf: payment.id, amount });
    const commands = [
      refund(401),
      refund(400),
      refund(1),
      cancel(earlier.id),
      refund(201),
      refund(200),
      refund(1),
    ];
    expect(summary(decide(found, commands).result)).toEqual([
      'invalid_request',
      'done',
      'invalid_request',
      'done',
      'invalid_request',
      'done',
      'invalid_request',
    ]);
  });

  describe('with idempotency keys', () => {
    it('stores the response of a success and replays it within the batch', () => {
      const command = idempotentCreateCommand(accountId, 'key');
      const { result, changes } = decide({ balances: [balance] }, [
        command,
        idempotentCreateCommand(accountId, 'key'),
      ]);
      const id = changes.added[0]?.id;
      expect(changes.added).toHaveLength(1);
      expect(changes.keys).toEqual([
        { key: command.idempotentRequest, fingerprint: 'one body', response: { id } },
      ]);
      expect(result[1]).toEqual({ done: { replayed: true, response: { id } } });
    });

    it('replays a stored response even if the account is closed', () => {
      const command = idempotentCreateCommand(accountId, 'key');
      const responses = new Map([
        [keyText(command.idempotentRequest!), { fingerprint: 'one body', response: { id: 'first' } }],
      ]);
      const { result, changes } = decide({ balances: [{ ...balance, state: 'closed' }], responses }, [
        command,
      ]);
      expect(result).toEqual([{ done: { replayed: true, response: { id: 'first' } } }]);
      expect(changes.added).toEqual([]);
    });

    it('rejects another body with the same key', () => {
      const { result } = decide({ balances: [balance] }, [
        idempotentCreateCommand(accountId, 'key'),
        idempotentCreateCommand(accountId, 'key', { fingerprint: 'another' }),
        idempotentCreateCommand(accountId, 'key', { fingerprint: 'another', principal: 'user_two' }),
      ]);
      expect(summary(result)).toEqual(['done', 'idempotency_mismatch', 'done']);
    });
  });

  it('rethrows errors that are not a DomainError', () => {
    const withoutBalance = aTransaction();
    const command: Command = { kind: 'cancel', transactionId: withoutBalance.id, accountId: undefined };
    expect(() => decide({ transactions: [withoutBalance] }, [command])).toThrow('No balance was read');
  });
});

describe('readSetOf', () => {
  it('lists each row once', () => {
    const { accountId } = aBalance();
    const [own, withoutAccount, paid] = [aTransactionId(), aTransactionId(), aTransactionId()];
    const refund = createCommand(accountId, { type: 'refund', refundOf: paid });
    const idempotentCreate = idempotentCreateCommand(accountId, 'key');
    const minEventId = new TestIds().next('evt');
    const commands: Command[] = [
      refund,
      refund,
      idempotentCreate,
      { kind: 'cancel', transactionId: own, accountId },
      { kind: 'amend', transactionId: own, accountId, amendment: {} },
      { kind: 'cancel', transactionId: withoutAccount, accountId: undefined },
    ];
    expect(readSetOf(commands, minEventId)).toEqual({
      accountIds: [accountId],
      transactions: [
        { accountId, id: paid },
        { accountId, id: own },
      ],
      idsWithoutAccount: [withoutAccount],
      transferIds: [],
      refundedIds: [paid],
      keys: [idempotentCreate.idempotentRequest],
      minEventId,
    });
  });
});
