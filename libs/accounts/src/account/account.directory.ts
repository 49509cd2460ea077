import type { AccountId, Page, PageRequest } from '@florin/kernel';
import type { Account, AccountStatus, AccountType } from './account.js';

export interface AccountFilter {
  readonly status?: AccountStatus | undefined;
  readonly type?: AccountType | undefined;
  /** Both bounds leave out the instant itself. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** Accounts for readers: what was committed last, without a lock. Closed accounts are there too. */
export abstract class AccountDirectory {
  abstract find(id: AccountId): Promise<Account | undefined>;
  /** Newest first. A page beyond the last one is empty, and `total` still counts all that match. */
  abstract list(filter: AccountFilter, page: PageRequest): Promise<Page<Account>>;
}
