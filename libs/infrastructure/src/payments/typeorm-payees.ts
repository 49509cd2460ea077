import type { Account } from '@florin/accounts';
import type { AccountId } from '@florin/kernel';
import { type Payee, PayeeDirectory, type PayeeRepository } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { accountRowLock, lockAccountShared } from '../postgres/account-lock.js';
import { accountOf, AccountEntity } from '../accounts/account.entity.js';

const payeeOf = ({ id, name, status, settings, branding }: Account): Payee => ({
  accountId: id,
  name,
  status: status === 'active' || status === 'closed' ? status : 'inactive',
  ...settings,
  branding,
});

export class TypeOrmPayees implements PayeeRepository {
  constructor(private readonly manager: EntityManager) {}

  async lockShared(accountId: AccountId): Promise<Payee | undefined> {
    await lockAccountShared(this.manager, accountId);
    const row = await this.manager.findOne(AccountEntity, {
      where: { id: accountId },
      ...accountRowLock(this.manager, 'pessimistic_read'),
    });
    return row === null ? undefined : payeeOf(accountOf(row));
  }
}

export class TypeOrmPayeeDirectory extends PayeeDirectory {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(accountId: AccountId): Promise<Payee | undefined> {
    const row = await this.dataSource.manager.findOneBy(AccountEntity, { id: accountId });
    return row === null ? undefined : payeeOf(accountOf(row));
  }
}
