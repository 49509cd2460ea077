import { instantOfId, notBefore, requireAmount, type TransactionId } from '@florin/kernel';
import { entriesOf, type Entry } from '../entry/entry.js';
import { create, settle, type Transaction, type TransactionEvent } from '../transaction/transaction.js';
import { type Book, enter, hasRoomFor, leave, MOST_KEPT } from './book.js';

export type SettledCredit = Pick<Transaction, 'accountId' | 'amount' | 'currency' | 'reference'>;

export interface CreditedBook {
  readonly book: Book;
  /** As it was created, and as it is a moment later. */
  readonly added: Transaction;
  readonly settled: Transaction;
  readonly entries: readonly Entry[];
  readonly events: readonly TransactionEvent[];
}

/**
 * Puts money on a book that somebody has taken in for it already. A frozen book takes it too: it refuses what is new,
 * and this is not. Undefined when the book is closed, counts in another currency, or would grow beyond what is exact.
 */
export function creditBook(
  book: Book,
  id: TransactionId,
  credit: SettledCredit,
  now: Date,
): CreditedBook | undefined {
  requireAmount(credit.amount);
  const fits = hasRoomFor(book, credit.amount);
  if (book.state === 'closed' || book.currency !== credit.currency || !fits) return undefined;
  const createdAt = instantOfId(id);
  const endedAt = notBefore(createdAt, now);
  const input = { ...credit, type: 'credit', metadata: {}, refundOf: undefined } as const;
  const created = create(id, input, createdAt);
  const ended = settle(created.thing, { status: 'succeeded', failureReason: undefined }, endedAt);
  const entered = enter(book, created.thing, createdAt, MOST_KEPT);
  return {
    book: leave(entered, ended.thing, 'succeeded', endedAt),
    added: created.thing,
    settled: ended.thing,
    entries: entriesOf(ended.thing),
    events: [...created.events, ...ended.events],
  };
}
