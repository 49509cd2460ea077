import { type AccountId, type Currency, life, notBefore, step } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { EndStatus, TransactionType } from '../transaction/transaction.js';

export const BOOK_STATES = ['open', 'frozen', 'closed'] as const;
export type BookState = (typeof BOOK_STATES)[number];
export type BookAction = 'freeze' | 'thaw' | 'close';

/** A frozen book takes nothing new but lets what is pending come to its end; a closed one is over. */
export const BOOK_LIFE = life<BookState, BookAction>({
  initial: ['open'],
  transitions: {
    open: { freeze: 'frozen', close: 'closed' },
    frozen: { thaw: 'open', close: 'closed' },
    closed: {},
  },
});

/**
 * An account's balance, and with it all that the ledger must know of the account: whoever holds the lock on a book
 * decides alone about everything that belongs to its account.
 */
export interface Book {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly state: BookState;
  /** Whether the account ever had a transaction. From then on its currency is fixed. */
  readonly used: boolean;
  /** Spendable. */
  readonly available: number;
  /** Pending payments. */
  readonly held: number;
  /** Pending credits and refunds. */
  readonly incoming: number;
  readonly updatedAt: Date;
}

interface Movement {
  readonly type: TransactionType;
  readonly amount: number;
}

export const openBook = (accountId: AccountId, currency: Currency, now: Date): Book => ({
  accountId,
  currency,
  state: 'open',
  used: false,
  available: 0,
  held: 0,
  incoming: 0,
  updatedAt: now,
});

export const freezeBook = (book: Book, now: Date): Book => move(book, 'freeze', now);
export const thawBook = (book: Book, now: Date): Book => move(book, 'thaw', now);

/** Ends the book's life. Its pending transactions have to be ended first: see `closeBook`. */
export const shutBook = (book: Book, now: Date): Book => move(book, 'close', now);

export function changeCurrency(book: Book, currency: Currency, now: Date): Book {
  if (currency === book.currency) return book;
  if (book.used)
    throw refusal('invalid_request', 'The currency is fixed once the account has a transaction.');
  return { ...book, currency, updatedAt: notBefore(book.updatedAt, now) };
}

/** A closed account is gone for whoever wants to use it; one that is suspended or pending is there but refuses. */
export function requireTakesNew(book: Book | undefined, currency: Currency): Book {
  if (book === undefined || book.state === 'closed') throw refusal('not_found', 'There is no such account.');
  if (book.state === 'frozen')
    throw refusal('invalid_request', 'The account is not active and takes nothing new.');
  if (book.currency !== currency) {
    throw refusal('currency_mismatch', `The account's currency is ${book.currency}, not ${currency}.`);
  }
  return book;
}

export const MOST_KEPT = Number.MAX_SAFE_INTEGER;

/** The other half is for money that was taken in already: whoever only expects much must not leave it without a place. */
export const MOST_EXPECTED = Math.floor(MOST_KEPT / 2);

/** The three parts together grow only by what comes in, so none of them can ever leave the numbers that are exact. */
export const hasRoomFor = ({ available, held, incoming }: Book, amount: number): boolean =>
  available + held + incoming <= MOST_KEPT - amount;

/** A payment's amount is held from the start; money that comes in is only expected. */
export function enter(book: Book, { type, amount }: Movement, now: Date, mostExpected = MOST_EXPECTED): Book {
  const { available, held, incoming } = book;
  const entered = { ...book, used: true, updatedAt: notBefore(book.updatedAt, now) };
  if (type !== 'payment') {
    if (incoming > mostExpected - amount || !hasRoomFor(book, amount)) {
      throw refusal('invalid_request', 'amount would make the balance larger than can be kept.');
    }
    return { ...entered, incoming: incoming + amount };
  }
  if (amount > available) {
    throw refusal(
      'insufficient_funds',
      `The account has ${available} available, which is less than ${amount}.`,
    );
  }
  return { ...entered, available: available - amount, held: held + amount };
}

/** What was held is spent or comes back; what was expected has come in or will not. */
export function leave(book: Book, { type, amount }: Movement, status: EndStatus, now: Date): Book {
  const left = { ...book, updatedAt: notBefore(book.updatedAt, now) };
  const { available, held, incoming } = book;
  if (type === 'payment') {
    return {
      ...left,
      held: held - amount,
      available: status === 'succeeded' ? available : available + amount,
    };
  }
  return {
    ...left,
    incoming: incoming - amount,
    available: status === 'succeeded' ? available + amount : available,
  };
}

function move(book: Book, action: BookAction, now: Date): Book {
  const state = step(BOOK_LIFE, book.state, action, (from) =>
    refusal('conflict', `The account's book is ${from}.`),
  );
  return { ...book, state, updatedAt: notBefore(book.updatedAt, now) };
}
