import { type Account, AccountDirectory, type AccountFilter, type Logo } from '@florin/accounts';
import type { AccountId, Page, PageRequest } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { caseFolding, searchCondition, searchPattern } from '../postgres/case-folding.js';
import { accountOf, AccountEntity } from './account.entity.js';
import { LogoEntity } from './logo.entity.js';

export class TypeOrmAccountDirectory extends AccountDirectory {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: AccountId): Promise<Account | undefined> {
    const row = await this.dataSource.manager.findOneBy(AccountEntity, { id });
    return row === null ? undefined : accountOf(row);
  }

  async findLogo(accountId: AccountId, version: string): Promise<Logo | undefined> {
    const row = await this.dataSource.manager.findOneBy(LogoEntity, { accountId, version });
    return row ?? undefined;
  }

  async list(filter: AccountFilter, { page, limit }: PageRequest): Promise<Page<Account>> {
    const { status, type, createdAfter, createdBefore, search } = filter;
    const query = this.dataSource.manager.createQueryBuilder(AccountEntity, 'account');
    if (status !== undefined) query.andWhere('account.status = :status', { status });
    if (type !== undefined) query.andWhere('account.type = :type', { type });
    if (createdAfter !== undefined) query.andWhere('account.createdAt > :createdAfter', { createdAfter });
    if (createdBefore !== undefined) query.andWhere('account.createdAt < :createdBefore', { createdBefore });
    if (search !== undefined) {
      const matches = searchCondition(['account.name', 'account.email'], await caseFolding(this.dataSource));
      query.andWhere(matches, { pattern: searchPattern(search) });
    }
    query.orderBy('account.id', 'DESC').limit(limit);
    const [rows, total] = await query.offset((page - 1) * limit).getManyAndCount();
    return { items: rows.map(accountOf), total };
  }
}
