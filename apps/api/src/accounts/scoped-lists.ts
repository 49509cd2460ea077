import { AccountDirectory } from '@florin/accounts';
import { type AccountId, type CursorPage, DomainError } from '@florin/kernel';
import { Injectable } from '@nestjs/common';
import type { AccountScope } from '../auth/account-scope.js';

/** Lists limited to the account scope of the request. */
@Injectable()
export class ScopedLists {
  constructor(private readonly accounts: AccountDirectory) {}

  /**
   * A page of the visible objects. `read` gets the only visible account, or undefined for all accounts. For a caller
   * without an account the page is empty: an error would make clients request a new token.
   */
  async page<Item>(
    scope: AccountScope,
    read: (accountId: AccountId | undefined) => Promise<CursorPage<Item>>,
  ): Promise<CursorPage<Item>> {
    if (scope.hasNoVisibleAccount) return { items: [], hasMore: false };
    const accountId = scope.visibleAccount();
    const page = await read(accountId);
    if (page.items.length === 0 && scope.hasAccountHeader) await this.requireExistingAccount(accountId);
    return page;
  }

  /** A typing error in X-Account-Id must not look like an empty list. Only empty pages cost this query. */
  private async requireExistingAccount(accountId: AccountId | undefined): Promise<void> {
    if (accountId === undefined || (await this.accounts.find(accountId)) === undefined)
      throw new DomainError('not_found', 'The account in X-Account-Id does not exist.');
  }
}
