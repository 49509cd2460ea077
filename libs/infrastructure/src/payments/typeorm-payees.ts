import type { Account } from '@florin/accounts';
import type { AccountId } from '@florin/kernel';
import { type Payee, PayeeDirectory, type PayeeRepository } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { lockAccountShared } from '../postgres/account-lock.js';
import { accountOf, AccountEntity } from '../accounts/account.entity.js';

const payeeOf = ({ id, name, status, settings }: Account): Payee => ({
  accountId: id,
  name,
  status: status === 'active' || status === 'closed' ? status : 'inactive',
  ...settings,
});

export class TypeOrmPayees implements PayeeRepository {
  constructor(private readonly manager: EntityManager) {}

  async lockShared(accountId: AccountId): Promise<Payee | undefined> {
    await lockAccountShared(this.manager, accountId);
    const where = { id: accountId };
    const row = await this.manager.findOne(AccountEntity, { where, lock: { mode: 'pessimistic_read' } });
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
