import { type AccountId, DomainError } from '@florin/kernel';
import type { Account } from './account.js';
import type { AccountDirectory } from './account.directory.js';

export class GetAccount {
  constructor(private readonly directory: AccountDirectory) {}

  async execute(id: AccountId): Promise<Account> {
    const account = await this.directory.find(id);
    if (account === undefined) throw new DomainError('not_found', 'There is no such account.');
    return account;
  }
}
