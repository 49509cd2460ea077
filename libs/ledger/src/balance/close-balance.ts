import { notBefore } from '@florin/kernel';
import { cancel, type Transaction, type TransactionEvent } from '../transaction/transaction.js';
import { amountsOf, type Balance, release, markBalanceClosed } from './balance.js';

export interface CanceledPending {
  readonly balance: Balance;
  readonly canceled: readonly Transaction[];
  readonly events: readonly TransactionEvent[];
}

/** Cancels the pending transactions and releases their holds. */
export function cancelPending(balance: Balance, pending: readonly Transaction[], now: Date): CanceledPending {
  const canceled: Transaction[] = [];
  const events: TransactionEvent[] = [];
  let current = balance;
  for (const transaction of pending) {
    const decided = cancel(transaction, notBefore(transaction.updatedAt, now));
    current = release(current, decided.state, 'canceled', now);
    const after = amountsOf(current);
    canceled.push(decided.state);
    events.push(...decided.events.map((event) => ({ ...event, balance: after })));
  }
  return { balance: current, canceled, events };
}

/** Requires that no transaction is pending. The available amount stays on the closed balance. */
export function closeBalance(balance: Balance, now: Date): Balance {
  if (balance.held !== 0 || balance.incoming !== 0)
    throw new Error('A balance with pending transactions cannot be closed.');
  return markBalanceClosed(balance, now);
}
