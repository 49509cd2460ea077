import type { AccountId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { Account } from './account.js';
import type { AccountDirectory } from './account.directory.js';

export class GetAccount {
  constructor(private readonly directory: AccountDirectory) {}

  async execute(id: AccountId): Promise<Account> {
    const account = await this.directory.find(id);
    if (account === undefined) throw refusal('not_found', 'There is no such account.');
    return account;
  }
}
