import type { Account, AccountRepository } from '@florin/accounts';
import { type AccountId, DomainError, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import type { ConstraintRefusals } from '../postgres/errors.js';
import { lineUpAlone } from './account-line.js';
import { accountOf, AccountRows, rowOf } from './account.row.js';

export const ACCOUNT_REFUSALS: ConstraintRefusals = {
  accounts_email_key: () => new DomainError('email_exists', 'An account with this email exists.'),
};

export class TypeOrmAccountRepository implements AccountRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: AccountId): Promise<Account> {
    await lineUpAlone(this.manager, id);
    // Rows that refer to the account only share its key. A full row lock would make their writers wait for us, and one
    // who holds the book that we want next would wait in a circle.
    const lock = { mode: 'for_no_key_update' } as const;
    const row = await this.manager.findOne(AccountRows, { where: { id: uuidFromId(id) }, lock });
    if (row === null) throw new DomainError('not_found', 'There is no such account.');
    return accountOf(row);
  }

  async add(account: Account): Promise<void> {
    await this.manager.insert(AccountRows, rowOf(account));
  }

  async save(account: Account): Promise<void> {
    const { id, ...columns } = rowOf(account);
    await this.manager.update(AccountRows, { id }, columns);
  }
}
