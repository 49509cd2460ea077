import { notBefore } from '@florin/kernel';
import { cancel, type Transaction, type TransactionEvent } from '../transaction/transaction.js';
import { type Book, leave, shutBook } from './book.js';

export interface Emptied {
  readonly book: Book;
  readonly canceled: readonly Transaction[];
  readonly events: readonly TransactionEvent[];
}

/** Cancels what is pending, so that holds return and nothing of it is expected any more. */
export function cancelPending(book: Book, pending: readonly Transaction[], now: Date): Emptied {
  const decided = pending.map((transaction) => cancel(transaction, notBefore(transaction.updatedAt, now)));
  const canceled = decided.map(({ thing }) => thing);
  return {
    book: canceled.reduce((left, transaction) => leave(left, transaction, 'canceled', now), book),
    canceled,
    events: decided.flatMap(({ events }) => events),
  };
}

/** Ends a book in which nothing is pending any more. What is left on the balance stays on the books. */
export function closeBook(book: Book, now: Date): Book {
  if (book.held !== 0 || book.incoming !== 0)
    throw new Error('A book was closed without all that is pending in it.');
  return shutBook(book, now);
}
