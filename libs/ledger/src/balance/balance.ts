import { type AccountId, type Currency, stateMachine, notBefore, transition } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { EndStatus, TransactionType } from '../transaction/transaction.js';

export const BALANCE_STATES = ['open', 'frozen', 'closed'] as const;
export type BalanceState = (typeof BALANCE_STATES)[number];
export type BalanceAction = 'freeze' | 'thaw' | 'close';

/** A frozen book takes nothing new but lets what is pending come to its end; a closed one is over. */
export const BALANCE_STATE_MACHINE = stateMachine<BalanceState, BalanceAction>({
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
export interface Balance {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly state: BalanceState;
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

export const openBalance = (accountId: AccountId, currency: Currency, now: Date): Balance => ({
  accountId,
  currency,
  state: 'open',
  used: false,
  available: 0,
  held: 0,
  incoming: 0,
  updatedAt: now,
});

export const freezeBalance = (balance: Balance, now: Date): Balance => changeState(balance, 'freeze', now);
export const thawBalance = (balance: Balance, now: Date): Balance => changeState(balance, 'thaw', now);

/** Ends the book's life. Its pending transactions have to be ended first: see `closeBook`. */
export const markBalanceClosed = (balance: Balance, now: Date): Balance => changeState(balance, 'close', now);

export function changeCurrency(balance: Balance, currency: Currency, now: Date): Balance {
  if (currency === balance.currency) return balance;
  if (balance.used)
    throw refusal('invalid_request', 'The currency is fixed once the account has a transaction.');
  return { ...balance, currency, updatedAt: notBefore(balance.updatedAt, now) };
}

/** A closed account is gone for whoever wants to use it; one that is suspended or pending is there but refuses. */
export function requireAcceptsTransactions(balance: Balance | undefined, currency: Currency): Balance {
  if (balance === undefined || balance.state === 'closed')
    throw refusal('not_found', 'There is no such account.');
  if (balance.state === 'frozen')
    throw refusal('invalid_request', 'The account is not active and takes nothing new.');
  if (balance.currency !== currency) {
    throw refusal('currency_mismatch', `The account's currency is ${balance.currency}, not ${currency}.`);
  }
  return balance;
}

export const MAX_BALANCE = Number.MAX_SAFE_INTEGER;

/** The other half is for money that was taken in already: whoever only expects much must not leave it without a place. */
export const MAX_INCOMING = Math.floor(MAX_BALANCE / 2);

/** The three parts together grow only by what comes in, so none of them can ever leave the numbers that are exact. */
export const hasRoomFor = ({ available, held, incoming }: Balance, amount: number): boolean =>
  available + held + incoming <= MAX_BALANCE - amount;

/** A payment's amount is held from the start; money that comes in is only expected. */
export function hold(
  balance: Balance,
  { type, amount }: Movement,
  now: Date,
  maxIncoming = MAX_INCOMING,
): Balance {
  const { available, held, incoming } = balance;
  const updated = { ...balance, used: true, updatedAt: notBefore(balance.updatedAt, now) };
  if (type !== 'payment') {
    if (incoming > maxIncoming - amount || !hasRoomFor(balance, amount)) {
      throw refusal('invalid_request', 'amount would make the balance larger than can be kept.');
    }
    return { ...updated, incoming: incoming + amount };
  }
  if (amount > available) {
    throw refusal(
      'insufficient_funds',
      `The account has ${available} available, which is less than ${amount}.`,
    );
  }
  return { ...updated, available: available - amount, held: held + amount };
}

/** What was held is spent or comes back; what was expected has come in or will not. */
export function release(balance: Balance, { type, amount }: Movement, status: EndStatus, now: Date): Balance {
  const updated = { ...balance, updatedAt: notBefore(balance.updatedAt, now) };
  const { available, held, incoming } = balance;
  if (type === 'payment') {
    return {
      ...updated,
      held: held - amount,
      available: status === 'succeeded' ? available : available + amount,
    };
  }
  return {
    ...updated,
    incoming: incoming - amount,
    available: status === 'succeeded' ? available + amount : available,
  };
}

function changeState(balance: Balance, action: BalanceAction, now: Date): Balance {
  const state = transition(BALANCE_STATE_MACHINE, balance.state, action, (from) =>
    refusal('conflict', `The account's book is ${from}.`),
  );
  return { ...balance, state, updatedAt: notBefore(balance.updatedAt, now) };
}
