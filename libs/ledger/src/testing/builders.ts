import {
  type AccountId,
  type Clock,
  type Currency,
  type Id,
  idFromUuid,
  Ids,
  type Prefix,
  uuidV7Source,
} from '@florin/kernel';
import { NOON, SteppedClock } from '@florin/kernel/testing';
import type { CreateCommand } from '../batch/command.js';
import { type Balance, openBalance } from '../balance/balance.js';
import type { NewTransaction, Transaction } from '../transaction/transaction.js';

export { NOON, SteppedClock };

export const USD = 'USD' as Currency;

/** Ascending ids at the test's time. The random bits differ between instances. */
export class TestIds extends Ids {
  private readonly nextUuid: () => string;

  constructor(clock: Clock = new SteppedClock()) {
    super();
    this.nextUuid = uuidV7Source(
      () => clock.now().getTime(),
      () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    );
  }

  next<P extends Prefix>(prefix: P): Id<P> {
    return idFromUuid(prefix, this.nextUuid());
  }
}

const ids = new TestIds();
export const anAccountId = (): AccountId => ids.next('acct');
export const aTransactionId = () => ids.next('txn');

export const aBalance = (changes: Partial<Balance> = {}): Balance => ({
  ...openBalance(anAccountId(), USD, NOON),
  ...changes,
});

export function aTransaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    id: aTransactionId(),
    accountId: anAccountId(),
    type: 'payment',
    amount: 500,
    currency: USD,
    status: 'pending',
    reference: undefined,
    metadata: {},
    refundOf: undefined,
    transferId: undefined,
    counterpartyId: undefined,
    refundId: undefined,
    failureReason: undefined,
    createdAt: NOON,
    updatedAt: NOON,
    endedAt: undefined,
    ...changes,
  };
}

export const newTransaction = (
  accountId: AccountId,
  changes: Partial<NewTransaction> = {},
): NewTransaction => ({
  accountId,
  type: 'payment',
  amount: 500,
  currency: USD,
  ...changes,
});

export const createCommand = (
  accountId: AccountId,
  changes: Partial<NewTransaction> = {},
): CreateCommand => ({
  kind: 'create',
  input: newTransaction(accountId, changes),
  idempotentRequest: undefined,
});

/** The stored response is the transaction's id. */
export const idempotentCreateCommand = (
  accountId: AccountId,
  key: string,
  {
    fingerprint = 'one body',
    principal = 'user_one',
    ...changes
  }: Partial<NewTransaction> & {
    fingerprint?: string;
    principal?: string;
  } = {},
): CreateCommand => ({
  kind: 'create',
  input: newTransaction(accountId, changes),
  idempotentRequest: {
    accountId,
    principal,
    path: '/v1/transactions',
    key,
    fingerprint,
    present: ({ id }) => ({ id }),
  },
});
