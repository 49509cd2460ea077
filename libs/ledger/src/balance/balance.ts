import {
  type AccountId,
  type BalanceAmounts,
  type Currency,
  moneyText,
  stateMachine,
  notBefore,
  transition,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import type { EndStatus, TransactionType } from '../transaction/transaction.js';

export const BALANCE_STATES = ['open', 'frozen', 'closed'] as const;
export type BalanceState = (typeof BALANCE_STATES)[number];
export type BalanceAction = 'freeze' | 'thaw' | 'close';

/** A frozen balance rejects new transactions, but pending ones can still end. */
export const BALANCE_STATE_MACHINE = stateMachine<BalanceState, BalanceAction>({
  initial: ['open'],
  transitions: {
    open: { freeze: 'frozen', close: 'closed' },
    frozen: { thaw: 'open', close: 'closed' },
    closed: {},
  },
});

/** Totals of the posted account lines of entries, from which each line takes its place and its running totals. */
export interface PostedTotals {
  readonly count: number;
  /** Sum of the positive amounts. A bigint, because it grows beyond what a balance can hold. */
  readonly totalIn: bigint;
}

/** An account's balance. Its row lock serializes all changes to the account's transactions. */
export interface Balance {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly state: BalanceState;
  /** Whether the account has had a transaction, after which its currency cannot change. */
  readonly used: boolean;
  readonly available: number;
  /** Sum of pending payments. */
  readonly held: number;
  /** Sum of pending credits and refunds. */
  readonly incoming: number;
  /** Undefined until the entries of earlier releases are numbered. Until then new ones are not numbered either. */
  readonly posted: PostedTotals | undefined;
  readonly updatedAt: Date;
}

export const amountsOf = ({ available, held, incoming }: Balance): BalanceAmounts => ({
  available,
  held,
  incoming,
});

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
  posted: { count: 0, totalIn: 0n },
  updatedAt: now,
});

/** Changes of one balance are in the order of time, also when the clocks of instances differ. */
export const timeOfChange = (balance: Balance, earlier: Date, now: Date): Date =>
  notBefore(balance.updatedAt, notBefore(earlier, now));

export const freezeBalance = (balance: Balance, now: Date): Balance => changeState(balance, 'freeze', now);
export const thawBalance = (balance: Balance, now: Date): Balance => changeState(balance, 'thaw', now);

/** Use `closeBalance`, which checks that no transaction is pending. */
export const markBalanceClosed = (balance: Balance, now: Date): Balance => changeState(balance, 'close', now);

export function changeCurrency(balance: Balance, currency: Currency, now: Date): Balance {
  if (currency === balance.currency) return balance;
  if (balance.used)
    throw refusal('invalid_request', 'The currency is fixed once the account has a transaction.');
  return { ...balance, currency, updatedAt: notBefore(balance.updatedAt, now) };
}

/** Throws `not_found` for a closed account and `invalid_request` for one that is suspended or pending. */
export function requireAcceptsTransactions(balance: Balance | undefined, currency: Currency): Balance {
  if (balance === undefined || balance.state === 'closed')
    throw refusal('not_found', 'There is no such account.');
  if (balance.state === 'frozen')
    throw refusal('invalid_request', 'The account is not active and accepts no new transactions.');
  if (balance.currency !== currency) {
    throw refusal('currency_mismatch', `The account's currency is ${balance.currency}, not ${currency}.`);
  }
  return balance;
}

export const MAX_BALANCE = Number.MAX_SAFE_INTEGER;

/** Pending credits may use half of the range, so that money that was already collected can always be credited. */
export const MAX_INCOMING = Math.floor(MAX_BALANCE / 2);

/** Limits the sum of the three amounts, so that each of them stays a safe integer. */
export const hasRoomFor = ({ available, held, incoming }: Balance, amount: number): boolean =>
  available + held + incoming <= MAX_BALANCE - amount;

/** A payment moves its amount from available to held. A credit or refund only adds to incoming. */
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
      throw refusal('invalid_request', 'amount would exceed the maximum balance of the account.');
    }
    return { ...updated, incoming: incoming + amount };
  }
  if (amount > available) {
    throw insufficientFunds(balance, amount);
  }
  return { ...updated, available: available - amount, held: held + amount };
}

/** On success held money is spent and incoming money becomes available. Otherwise the hold is released. */
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

function insufficientFunds({ available, currency }: Balance, amount: number) {
  const text = (value: number) => moneyText({ amount: value, currency });
  return refusal(
    'insufficient_funds',
    `Insufficient funds: ${text(available)} available, ${text(amount)} required.`,
  );
}

function changeState(balance: Balance, action: BalanceAction, now: Date): Balance {
  const state = transition(BALANCE_STATE_MACHINE, balance.state, action, (from) =>
    refusal('conflict', `The account's balance is already ${from}.`),
  );
  return { ...balance, state, updatedAt: notBefore(balance.updatedAt, now) };
}
