import { instantOfId, requireAmount, type TransactionId } from '@florin/kernel';
import { type Entry, post } from '../entry/entry.js';
import { create, settle, type Transaction, type TransactionEvent } from '../transaction/transaction.js';
import { amountsOf, type Balance, hold, hasRoomFor, release, MAX_BALANCE, timeOfChange } from './balance.js';

export type SettledCredit = Pick<Transaction, 'accountId' | 'amount' | 'currency' | 'reference'>;

export interface CreditedBalance {
  readonly balance: Balance;
  /** The transaction when created (pending) and after settlement. */
  readonly added: Transaction;
  readonly settled: Transaction;
  readonly entries: readonly Entry[];
  readonly events: readonly TransactionEvent[];
}

/**
 * Credits money that was already collected, also to a frozen balance. Undefined if the balance is closed, has another
 * currency or would exceed `MAX_BALANCE`.
 */
export function creditBalance(
  balance: Balance,
  id: TransactionId,
  credit: SettledCredit,
  now: Date,
): CreditedBalance | undefined {
  requireAmount(credit.amount);
  const hasRoom = hasRoomFor(balance, credit.amount);
  if (balance.state === 'closed' || balance.currency !== credit.currency || !hasRoom) return undefined;
  const createdAt = instantOfId(id);
  const endedAt = timeOfChange(balance, createdAt, now);
  const created = create(id, { ...credit, type: 'credit' }, createdAt);
  const ended = settle(created.state, { status: 'succeeded' }, endedAt);
  const pendingBalance = hold(balance, created.state, createdAt, MAX_BALANCE);
  const { balance: creditedBalance, entries } = post(
    release(pendingBalance, ended.state, 'succeeded', endedAt),
    ended.state,
  );
  return {
    balance: creditedBalance,
    added: created.state,
    settled: ended.state,
    entries,
    events: [
      ...created.events.map((event) => ({ ...event, balance: amountsOf(pendingBalance) })),
      ...ended.events.map((event) => ({ ...event, balance: amountsOf(creditedBalance) })),
    ],
  };
}
