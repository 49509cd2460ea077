import type { AccountId, Currency, TransactionId } from '@florin/kernel';
import type { Transaction } from '../transaction/transaction.js';

/** `clearing` is the clearing account of the currency. */
export const ENTRY_LINES = ['account', 'clearing'] as const;
export type EntryLine = (typeof ENTRY_LINES)[number];

/** A posted entry is immutable. Corrections are new transactions. */
export interface Entry {
  readonly accountId: AccountId;
  readonly transactionId: TransactionId;
  readonly line: EntryLine;
  readonly currency: Currency;
  /** Positive increases the line's balance. The entries of a transaction sum to zero. */
  readonly amount: number;
  readonly postedAt: Date;
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
