import type { AccountId } from '@florin/kernel';
import type { Account, AccountEvent } from './account.js';

/** Accounts inside a unit of work. */
export interface AccountRepository {
  /** The account, locked against other writers until the unit of work ends. Absent: `not_found`. */
  lock(id: AccountId): Promise<Account>;
  /**
   * Keeps a new account. An email that any account has, whatever its case and also when that account is closed, is
   * refused with `email_exists`: the books and events of a closed account still speak of whoever had it.
   */
  add(account: Account): Promise<void>;
  /** Keeps a change to a locked account. Refuses an email as `add` does. */
  save(account: Account): Promise<void>;
}

/** Where the account's events are written, with the change that they tell of. */
export interface AccountEvents {
  append(events: readonly AccountEvent[], now: Date): Promise<void>;
}
