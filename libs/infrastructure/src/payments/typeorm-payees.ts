import type { Account } from '@florin/accounts';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { type Payee, PayeeDirectory, type Payees } from '@florin/payments';
import type { DataSource, EntityManager } from 'typeorm';
import { lineUpToShare } from '../accounts/account-line.js';
import { accountOf, AccountEntity } from '../accounts/account.entity.js';

const payeeOf = ({ id, name, status, settings }: Account): Payee => ({
  accountId: id,
  name,
  status: status === 'active' || status === 'closed' ? status : 'inactive',
  ...settings,
});

export class TypeOrmPayees implements Payees {
  constructor(private readonly manager: EntityManager) {}

  async hold(accountId: AccountId): Promise<Payee | undefined> {
    await lineUpToShare(this.manager, accountId);
    const where = { id: uuidFromId(accountId) };
    const row = await this.manager.findOne(AccountEntity, { where, lock: { mode: 'pessimistic_read' } });
    return row === null ? undefined : payeeOf(accountOf(row));
  }
}

export class TypeOrmPayeeDirectory extends PayeeDirectory {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(accountId: AccountId): Promise<Payee | undefined> {
    const row = await this.dataSource.manager.findOneBy(AccountEntity, { id: uuidFromId(accountId) });
    return row === null ? undefined : payeeOf(accountOf(row));
  }
}
