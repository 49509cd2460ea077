import { type User, UserDirectory, type UserFilter } from '@florin/identity';
import { type Page, type PageRequest, parseEmail, type UserId, uuidFromId } from '@florin/kernel';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { caseFolding } from '../postgres/case-folding.js';
import { userOf, type UserRow, UserEntity } from './user.entity.js';

export class TypeOrmUserDirectory extends UserDirectory {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: UserId): Promise<User | undefined> {
    const row = await this.dataSource.manager.findOneBy(UserEntity, { id: uuidFromId(id) });
    return row === null ? undefined : userOf(row);
  }

  async findByLogin(login: string): Promise<User | undefined> {
    // One query whatever was typed, so that the time taken does not tell a well-formed email from another text.
    const row = login.includes('@')
      ? await this.users()
          .where('user.email = :email', { email: parseEmail(login) ?? '' })
          .getOne()
      : await this.users()
          .where('lower(user.username COLLATE "C") = lower(:login COLLATE "C")', { login })
          .getOne();
    return row === null ? undefined : userOf(row);
  }

  async list(filter: UserFilter, { page, limit }: PageRequest): Promise<Page<User>> {
    const query = this.users();
    narrow(query, filter, filter.search === undefined ? '' : await caseFolding(this.dataSource));
    query
      .orderBy('user.id', 'DESC')
      .offset((page - 1) * limit)
      .limit(limit);
    const [rows, total] = await query.getManyAndCount();
    return { items: rows.map(userOf), total };
  }

  hasAdmin(): Promise<boolean> {
    return this.dataSource.manager.existsBy(UserEntity, { role: 'admin' });
  }

  private users(): SelectQueryBuilder<UserRow> {
    return this.dataSource.manager.createQueryBuilder(UserEntity, 'user');
  }
}

function narrow(
  query: SelectQueryBuilder<UserRow>,
  { accountId, status, search }: UserFilter,
  inAnyCase: string,
): void {
  if (accountId !== undefined) {
    query.andWhere('user.accountId = :accountId', { accountId: uuidFromId(accountId) });
  }
  if (status !== undefined) query.andWhere('user.status = :status', { status });
  if (search !== undefined) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    // A letter may have two small ones, as the Greek sigma has, or a capital of its own, as the Turkish dotted i has: those
    // are the same in capitals only, these in small letters only.
    const capitals = (text: string): string => `upper(CAST(${text} AS text) ${inAnyCase})`;
    const matches = (column: string): string =>
      `${column} ILIKE :pattern ${inAnyCase} OR ${capitals(column)} LIKE ${capitals(':pattern')}`;
    query.andWhere(`(${matches('user.name')} OR ${matches('user.email')})`, { pattern });
  }
}
