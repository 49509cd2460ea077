import { instantOfId, notBefore, type TimedEvent } from '@florin/kernel';
import { cancelPart, type Transaction } from '../transaction/transaction.js';
import { amountsOf, type Balance, release, markBalanceClosed, timeOfChange } from './balance.js';

export interface CanceledPending {
  readonly balance: Balance;
  readonly canceled: readonly Transaction[];
  readonly events: readonly TimedEvent[];
}

/** Cancels pending transactions of one account and releases their holds. The caller cancels the other sides of transfers. */
export function cancelPending(balance: Balance, pending: readonly Transaction[], now: Date): CanceledPending {
  const canceled: Transaction[] = [];
  const events: TimedEvent[] = [];
  let current = balance;
  for (const transaction of pending) {
    const at = timeOfChange(current, latestTimeOf(transaction), now);
    const decided = cancelPart(transaction, at);
    current = release(current, decided.state, 'canceled', at);
    const balanceAfter = amountsOf(current);
    canceled.push(decided.state);
    for (const event of decided.events) events.push({ ...event, balance: balanceAfter, occurredAt: at });
  }
  return { balance: current, canceled, events };
}

/** A transfer may be newer than one of its sides, if the clock of its other account was ahead. */
const latestTimeOf = ({ updatedAt, transferId }: Transaction): Date =>
  transferId === undefined ? updatedAt : notBefore(updatedAt, instantOfId(transferId));

/** Requires that no transaction is pending. The available amount stays on the closed balance. */
export function closeBalance(balance: Balance, now: Date): Balance {
  if (balance.held !== 0 || balance.incoming !== 0)
    throw new Error('A balance with pending transactions cannot be closed.');
  return markBalanceClosed(balance, now);
}
