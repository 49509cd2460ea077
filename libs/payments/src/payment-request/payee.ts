import type { AccountId, Currency } from '@florin/kernel';
import { refusal } from '../errors.js';

/** An account as far as whoever pays it is concerned. */
export interface Payee {
  readonly accountId: AccountId;
  readonly name: string;
  /** Inactive is suspended or pending: it is there, but takes nothing new. */
  readonly status: 'active' | 'inactive' | 'closed';
  readonly currency: Currency;
  /** BCP 47. */
  readonly language: string;
  /** IANA. */
  readonly timezone: string;
}

/** Accounts inside a unit of work. */
export interface PayeeRepository {
  /** A shared lock: the account cannot be changed until the unit of work ends. Taken before the lock of a book or request. */
  lockShared(accountId: AccountId): Promise<Payee | undefined>;
}

/** Accounts for readers: what was committed last. */
export abstract class PayeeDirectory {
  abstract find(accountId: AccountId): Promise<Payee | undefined>;
}

/** A closed account is gone for whoever wants to use it; one that is suspended or pending is there but refuses. */
export function requireActivePayee(payee: Payee | undefined, currency: Currency): Payee {
  if (payee === undefined || payee.status === 'closed') throw accountNotFound();
  if (payee.status !== 'active') {
    throw refusal('invalid_request', 'The account is not active and takes nothing new.');
  }
  if (payee.currency !== currency) {
    throw refusal('invalid_request', `currency must be the account's, which is ${payee.currency}.`);
  }
  return payee;
}

export const accountNotFound = (message = 'There is no such account.') =>
  refusal('account_not_found', message);
