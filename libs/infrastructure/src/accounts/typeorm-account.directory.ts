import { type Account, AccountDirectory, type AccountFilter } from '@florin/accounts';
import type { AccountId, Page, PageRequest } from '@florin/kernel';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { accountOf, type AccountRow, AccountEntity } from './account.entity.js';

export class TypeOrmAccountDirectory extends AccountDirectory {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: AccountId): Promise<Account | undefined> {
    const row = await this.dataSource.manager.findOneBy(AccountEntity, { id });
    return row === null ? undefined : accountOf(row);
  }

  async list(filter: AccountFilter, { page, limit }: PageRequest): Promise<Page<Account>> {
    const query = this.dataSource.manager.createQueryBuilder(AccountEntity, 'account');
    narrow(query, filter);
    query
      .orderBy('account.id', 'DESC')
      .limit(limit)
      .offset((page - 1) * limit);
    const [rows, total] = await query.getManyAndCount();
    return { items: rows.map(accountOf), total };
  }
}

function narrow(query: SelectQueryBuilder<AccountRow>, filter: AccountFilter): void {
  const { status, type, createdAfter, createdBefore } = filter;
  if (status !== undefined) query.andWhere('account.status = :status', { status });
  if (type !== undefined) query.andWhere('account.type = :type', { type });
  if (createdAfter !== undefined) query.andWhere('account.createdAt > :createdAfter', { createdAfter });
  if (createdBefore !== undefined) query.andWhere('account.createdAt < :createdBefore', { createdBefore });
}
