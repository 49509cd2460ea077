import { notBefore } from '@florin/kernel';
import { cancel, type Transaction, type TransactionEvent } from '../transaction/transaction.js';
import { type Balance, release, markBalanceClosed } from './balance.js';

export interface CanceledPending {
  readonly balance: Balance;
  readonly canceled: readonly Transaction[];
  readonly events: readonly TransactionEvent[];
}

/** Cancels what is pending, so that holds return and nothing of it is expected any more. */
export function cancelPending(balance: Balance, pending: readonly Transaction[], now: Date): CanceledPending {
  const decided = pending.map((transaction) => cancel(transaction, notBefore(transaction.updatedAt, now)));
  const canceled = decided.map(({ state }) => state);
  return {
    balance: canceled.reduce(
      (current, transaction) => release(current, transaction, 'canceled', now),
      balance,
    ),
    canceled,
    events: decided.flatMap(({ events }) => events),
  };
}

/** Ends a book in which nothing is pending any more. What is left on the balance stays on the books. */
export function closeBalance(balance: Balance, now: Date): Balance {
  if (balance.held !== 0 || balance.incoming !== 0)
    throw new Error('A book was closed without all that is pending in it.');
  return markBalanceClosed(balance, now);
}
