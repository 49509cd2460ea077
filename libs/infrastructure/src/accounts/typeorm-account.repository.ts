import type { Account, AccountRepository, Logo } from '@florin/accounts';
import { type AccountId, DomainError } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { accountRowLock, lockAccountExclusive } from '../postgres/account-lock.js';
import { accountOf, accountRowOf, AccountEntity } from './account.entity.js';
import { LogoEntity } from './logo.entity.js';

export class TypeOrmAccountRepository implements AccountRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: AccountId): Promise<Account> {
    await lockAccountExclusive(this.manager, id);
    // Not FOR UPDATE: that would block inserts that reference the account, whose writer may hold the balance locked next.
    const row = await this.manager.findOne(AccountEntity, {
      where: { id },
      ...accountRowLock(this.manager, 'for_no_key_update'),
    });
    if (row === null) throw new DomainError('not_found', 'There is no such account.');
    return accountOf(row);
  }

  add(account: Account): Promise<void> {
    return insertItem(this.manager, AccountEntity, accountRowOf(account));
  }

  save(account: Account): Promise<void> {
    return updateItem(this.manager, AccountEntity, accountRowOf(account));
  }

  async saveLogo(accountId: AccountId, logo: Logo | undefined): Promise<void> {
    await this.manager.delete(LogoEntity, { accountId });
    if (logo !== undefined)
      await insertItem(this.manager, LogoEntity, { ...logo, content: Buffer.from(logo.content), accountId });
  }
}
