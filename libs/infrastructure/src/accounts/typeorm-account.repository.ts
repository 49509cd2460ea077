import type { Account, AccountRepository } from '@florin/accounts';
import { type AccountId, DomainError } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { ROW_LOCK } from '../postgres/find-options.js';
import { lockAccountExclusive } from '../postgres/account-lock.js';
import { accountOf, accountRowOf, AccountEntity } from './account.entity.js';

export class TypeOrmAccountRepository implements AccountRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: AccountId): Promise<Account> {
    await lockAccountExclusive(this.manager, id);
    // Not FOR UPDATE: that would block inserts that reference the account, whose writer may hold the balance locked next.
    const row = await this.manager.findOne(AccountEntity, { where: { id }, lock: ROW_LOCK });
    if (row === null) throw new DomainError('not_found', 'There is no such account.');
    return accountOf(row);
  }

  add(account: Account): Promise<void> {
    return insertItem(this.manager, AccountEntity, accountRowOf(account));
  }

  save(account: Account): Promise<void> {
    return updateItem(this.manager, AccountEntity, accountRowOf(account));
  }
}
