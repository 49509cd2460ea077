import { notBefore } from '@florin/kernel';
import { cancel, type Transaction, type TransactionEvent } from '../transaction/transaction.js';
import { type Book, leave, shutBook } from './book.js';

export interface ClosedBook {
  readonly book: Book;
  readonly canceled: readonly Transaction[];
  readonly events: readonly TransactionEvent[];
}

/**
 * Cancels everything that is pending, so that all holds return and nothing is expected any more, and ends the book.
 * `pending` has to be all there is: what is left on the balance stays on the books.
 */
export function closeBook(book: Book, pending: readonly Transaction[], now: Date): ClosedBook {
  const decided = pending.map((transaction) => cancel(transaction, notBefore(transaction.updatedAt, now)));
  const canceled = decided.map(({ thing }) => thing);
  const settled = canceled.reduce((left, transaction) => leave(left, transaction, 'canceled', now), book);
  if (settled.held !== 0 || settled.incoming !== 0)
    throw new Error('A book was closed without all that is pending in it.');
  return { book: shutBook(settled, now), canceled, events: decided.flatMap(({ events }) => events) };
}
