import type { AccountId, Page, PageRequest } from '@florin/kernel';
import type { Account, AccountStatus, AccountType } from './account.js';
import type { Logo } from './branding.js';

export interface AccountFilter {
  readonly status?: AccountStatus | undefined;
  readonly type?: AccountType | undefined;
  /** Both bounds are exclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Part of the name or the email, ignoring case. */
  readonly search?: string | undefined;
}

/** Reads committed accounts without a lock, including closed ones. */
export abstract class AccountDirectory {
  abstract find(id: AccountId): Promise<Account | undefined>;
  /** Undefined if the account has no logo, or another version. */
  abstract findLogo(id: AccountId, version: string): Promise<Logo | undefined>;
  /** Newest first. A page after the last one is empty and still has the `total`. */
  abstract list(filter: AccountFilter, page: PageRequest): Promise<Page<Account>>;
}
