import type { AccountId, Currency, TransactionId } from '@florin/kernel';
import type { Transaction } from '../transaction/transaction.js';

/** A line stands in the account's own book or in the clearing account of its currency. */
export const ENTRY_LINES = ['account', 'clearing'] as const;
export type EntryLine = (typeof ENTRY_LINES)[number];

/** Money that has moved. Once written it is never changed; a correction is another transaction. */
export interface Entry {
  readonly accountId: AccountId;
  readonly transactionId: TransactionId;
  readonly line: EntryLine;
  readonly currency: Currency;
  /** Positive adds to the line's balance, negative takes from it. The lines of a transaction add up to nothing. */
  readonly amount: number;
  readonly postedAt: Date;
}

/** The balanced pair that a transaction posts when it succeeds. Any other end moves no money and posts nothing. */
export function entriesOf(transaction: Transaction): readonly Entry[] {
  if (transaction.status !== 'succeeded' || transaction.endedAt === undefined) return [];
  const { accountId, id: transactionId, currency, endedAt: postedAt } = transaction;
  const amount = transaction.type === 'payment' ? -transaction.amount : transaction.amount;
  return [
    { accountId, transactionId, line: 'account', currency, amount, postedAt },
    { accountId, transactionId, line: 'clearing', currency, amount: -amount, postedAt },
  ];
}
