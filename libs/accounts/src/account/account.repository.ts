import type { AccountId } from '@florin/kernel';
import type { Account, AccountEvent } from './account.js';
import type { Logo } from './branding.js';

export interface AccountRepository {
  /** Locks the account's row until the unit of work ends. Throws `not_found`. */
  lock(id: AccountId): Promise<Account>;
  /**
   * Throws `email_exists` if another account has the email, in any case. A closed account keeps its email, because its
   * transactions and events still refer to it.
   */
  add(account: Account): Promise<void>;
  /** Requires the lock. Throws `email_exists` like `add`. */
  save(account: Account): Promise<void>;
  /** Requires the lock, or that the account was added. Undefined deletes the logo. */
  saveLogo(id: AccountId, logo: Logo | undefined): Promise<void>;
}

/** Writes events in the same SQL transaction as the change. */
export interface AccountEvents {
  append(events: readonly AccountEvent[], now: Date): Promise<void>;
}
