import {
  type AccountId,
  type Currency,
  Clock,
  type Id,
  idFromUuid,
  Ids,
  type Prefix,
  uuidV7Source,
} from '@florin/kernel';
import type { CreateCommand } from '../batch/command.js';
import { type Book, openBook } from '../book/book.js';
import type { NewTransaction, Transaction } from '../transaction/transaction.js';

export const USD = 'USD' as Currency;
export const NOON = new Date('2026-03-01T12:00:00.000Z');

/** A clock that a test moves by hand. */
export class TestClock extends Clock {
  constructor(private instant: Date = NOON) {
    super();
  }

  now(): Date {
    return this.instant;
  }

  advance(milliseconds: number): void {
    this.instant = new Date(this.instant.getTime() + milliseconds);
  }
}

/** Ids in order, at the test's own time. The bytes behind the time differ from one source to the next. */
export class TestIds extends Ids {
  private readonly nextUuid: () => string;

  constructor(clock: Clock = new TestClock()) {
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

export const aBook = (changes: Partial<Book> = {}): Book => ({
  ...openBook(anAccountId(), USD, NOON),
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
  reference: undefined,
  metadata: {},
  refundOf: undefined,
  ...changes,
});

export const createCommand = (
  accountId: AccountId,
  changes: Partial<NewTransaction> = {},
): CreateCommand => ({
  kind: 'create',
  input: newTransaction(accountId, changes),
  once: undefined,
});

/** A create under an idempotency key, whose answer is the transaction's id. */
export const onceCommand = (
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
  once: { accountId, principal, path: '/v1/transactions', key, fingerprint, present: ({ id }) => ({ id }) },
});
