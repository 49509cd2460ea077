import { type User, UserDirectory, type UserFilter } from '@florin/identity';
import { type Page, type PageRequest, parseEmail, type UserId, uuidFromId } from '@florin/kernel';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { caseFolding, searchCondition, searchPattern } from '../postgres/case-folding.js';
import { UserEntity } from './user.entity.js';

export class TypeOrmUserDirectory extends UserDirectory {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: UserId): Promise<User | undefined> {
    return (await this.dataSource.manager.findOneBy(UserEntity, { id })) ?? undefined;
  }

  async findByLogin(login: string): Promise<User | undefined> {
    // Always one query: the response time must not reveal whether the text is a valid email.
    const query = login.includes('@')
      ? this.users().where('user.email = :email', { email: parseEmail(login) ?? '' })
      : this.users().where('lower(user.username COLLATE "C") = lower(:login COLLATE "C")', { login });
    return (await query.getOne()) ?? undefined;
  }

  async list(filter: UserFilter, { page, limit }: PageRequest): Promise<Page<User>> {
    const query = this.users();
    narrow(query, filter, filter.search === undefined ? '' : await caseFolding(this.dataSource));
    query.orderBy('user.id', 'DESC').limit(limit);
    const [items, total] = await query.offset((page - 1) * limit).getManyAndCount();
    return { items, total };
  }

  hasAdmin(): Promise<boolean> {
    return this.dataSource.manager.existsBy(UserEntity, { role: 'admin' });
  }

  private users(): SelectQueryBuilder<User> {
    return this.dataSource.manager.createQueryBuilder(UserEntity, 'user');
  }
}

function narrow(
  query: SelectQueryBuilder<User>,
  { accountId, status, search }: UserFilter,
  collation: string,
): void {
  if (accountId !== undefined)
    query.andWhere('user.accountId = :accountId', { accountId: uuidFromId(accountId) });
  if (status !== undefined) query.andWhere('user.status = :status', { status });
  if (search !== undefined) {
    const matches = searchCondition(['user.name', 'user.email'], collation);
    query.andWhere(matches, { pattern: searchPattern(search) });
  }
}
