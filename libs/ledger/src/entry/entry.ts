import type { AccountId, Currency, TransactionId } from '@florin/kernel';
import type { Balance } from '../balance/balance.js';
import type { Transaction } from '../transaction/transaction.js';

/** `clearing` is the clearing account of the currency. */
export const ENTRY_LINES = ['account', 'clearing'] as const;
export type EntryLine = (typeof ENTRY_LINES)[number];

/** Of an account line: its place among the account's lines, and the totals up to and including it. */
export interface RunningTotals {
  /** 1, 2, 3 … without gaps, in the order of `postedAt`. */
  readonly position: number;
  /** Available and held. */
  readonly balanceAfter: number;
  /** Sum of the positive amounts. The sum of the others follows from `balanceAfter`. */
  readonly totalIn: bigint;
}

/** A posted entry is immutable. Corrections are new transactions. */
export interface Entry {
  readonly accountId: AccountId;
  readonly transactionId: TransactionId;
  readonly line: EntryLine;
  readonly currency: Currency;
  /** Positive increases the line's balance. The entries of a transaction sum to zero. */
  readonly amount: number;
  readonly postedAt: Date;
  /** Undefined for clearing lines, and for account lines that are not numbered yet. */
  readonly running?: RunningTotals | undefined;
}

/** A balanced pair for a succeeded transaction, none otherwise. */
export function entriesOf(transaction: Transaction): readonly Entry[] {
  if (transaction.status !== 'succeeded' || transaction.endedAt === undefined) return [];
  const { accountId, id: transactionId, currency, endedAt: postedAt } = transaction;
  const amount = transaction.type === 'payment' ? -transaction.amount : transaction.amount;
  return [
    { accountId, transactionId, line: 'account', currency, amount, postedAt },
    { accountId, transactionId, line: 'clearing', currency, amount: -amount, postedAt },
  ];
}

interface Posted {
  readonly balance: Balance;
  readonly entries: readonly Entry[];
}

/** Posts an ended transaction whose amount the balance has already released. */
export function post(balance: Balance, transaction: Transaction): Posted {
  const [own, ...clearing] = entriesOf(transaction);
  if (own === undefined) return { balance, entries: [] };
  if (balance.posted === undefined) return { balance, entries: [own, ...clearing] };
  const { count, totalIn } = balance.posted;
  const posted = { count: count + 1, totalIn: totalIn + BigInt(Math.max(own.amount, 0)) };
  const { available, held } = balance;
  const running = { position: posted.count, balanceAfter: available + held, totalIn: posted.totalIn };
  return { balance: { ...balance, posted }, entries: [{ ...own, running }, ...clearing] };
}
