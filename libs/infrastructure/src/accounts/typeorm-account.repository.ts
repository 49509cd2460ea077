import type { Account, AccountRepository } from '@florin/accounts';
import { type AccountId, DomainError, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import type { ConstraintRefusals } from '../postgres/errors.js';
import { ROW_LOCK } from '../postgres/find-options.js';
import { lineUpAlone } from './account-line.js';
import { accountOf, accountRowOf, AccountEntity } from './account.entity.js';

export const ACCOUNT_REFUSALS: ConstraintRefusals = {
  accounts_email_key: () => new DomainError('email_exists', 'An account with this email exists.'),
};

export class TypeOrmAccountRepository implements AccountRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: AccountId): Promise<Account> {
    await lineUpAlone(this.manager, id);
    // A full lock would make writers of what refers to the account wait for us: one of them may hold the book that we
    // want next, and both would wait in a circle.
    const row = await this.manager.findOne(AccountEntity, { where: { id: uuidFromId(id) }, lock: ROW_LOCK });
    if (row === null) throw new DomainError('not_found', 'There is no such account.');
    return accountOf(row);
  }

  async add(account: Account): Promise<void> {
    await this.manager.insert(AccountEntity, accountRowOf(account));
  }

  async save(account: Account): Promise<void> {
    const { id, ...columns } = accountRowOf(account);
    await this.manager.update(AccountEntity, { id }, columns);
  }
}
