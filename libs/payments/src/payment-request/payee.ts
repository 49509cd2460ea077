import type { AccountId, Currency } from '@florin/kernel';
import { refusal } from '../errors.js';

/** The account that receives a payment. */
export interface Payee {
  readonly accountId: AccountId;
  readonly name: string;
  /** Inactive means suspended or pending. */
  readonly status: 'active' | 'inactive' | 'closed';
  readonly currency: Currency;
  /** BCP 47. */
  readonly language: string;
  /** IANA. */
  readonly timezone: string;
  readonly branding: PayeeBranding;
}

/** How the account's payment pages look. */
export interface PayeeBranding {
  /** Of buttons, with white text: `#rrggbb`. */
  readonly color: string | undefined;
  /** The version of the logo. */
  readonly logo: string | undefined;
  readonly supportEmail: string | undefined;
  readonly website: string | undefined;
}

/** Accounts inside a unit of work. */
export interface PayeeRepository {
  /** Shared lock: the account cannot change until the commit. Take it before the lock of the balance or a request. */
  lockShared(accountId: AccountId): Promise<Payee | undefined>;
}

/** Reads committed accounts without locks. */
export abstract class PayeeDirectory {
  abstract find(accountId: AccountId): Promise<Payee | undefined>;
}

/** Throws `account_not_found` for a closed account, `invalid_request` for an inactive one or another currency. */
export function requireActivePayee(payee: Payee | undefined, currency: Currency): Payee {
  if (payee === undefined || payee.status === 'closed') throw accountNotFound();
  if (payee.status !== 'active') {
    throw refusal('invalid_request', 'The account is not active and accepts no new payments.');
  }
  if (payee.currency !== currency) {
    throw refusal('invalid_request', `currency must be ${payee.currency}, the currency of the account.`);
  }
  return payee;
}

export const accountNotFound = (message = 'There is no such account.') =>
  refusal('account_not_found', message);
