import { notBefore } from '@florin/kernel';
import { cancelSide, type Transaction, type TransactionEvent } from '../transaction/transaction.js';
import { type Balance, release, markBalanceClosed } from './balance.js';

export interface CanceledPending {
  readonly balance: Balance;
  readonly canceled: readonly Transaction[];
  readonly events: readonly TransactionEvent[];
}

/** Cancels pending transactions of one account and releases their holds. The caller cancels the other sides of transfers. */
export function cancelPending(balance: Balance, pending: readonly Transaction[], now: Date): CanceledPending {
  const decided = pending.map((transaction) =>
    cancelSide(transaction, notBefore(transaction.updatedAt, now)),
  );
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

/** Requires that no transaction is pending. The available amount stays on the closed balance. */
export function closeBalance(balance: Balance, now: Date): Balance {
  if (balance.held !== 0 || balance.incoming !== 0)
    throw new Error('A balance with pending transactions cannot be closed.');
  return markBalanceClosed(balance, now);
}
