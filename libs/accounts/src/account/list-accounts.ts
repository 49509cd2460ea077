import type { Page, PageRequest } from '@florin/kernel';
import type { Account } from './account.js';
import type { AccountDirectory, AccountFilter } from './account.directory.js';

export class ListAccounts {
  constructor(private readonly directory: AccountDirectory) {}

  async execute(filter: AccountFilter, page: PageRequest): Promise<Page<Account>> {
    return this.directory.list(filter, page);
  }
}
