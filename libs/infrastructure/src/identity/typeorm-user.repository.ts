import type { User, UserRepository } from '@florin/identity';
import { type AccountId, type UserId, uuidFromId } from '@florin/kernel';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { lineUpToShare } from '../accounts/account-line.js';
import { batchesOf, ROW_LOCK } from '../postgres/find-options.js';
import { userOf, type UserRow, userRowOf, UserEntity } from './user.entity.js';

export class TypeOrmUserRepository implements UserRepository {
  constructor(private readonly manager: EntityManager) {}

  async find(id: UserId): Promise<User | undefined> {
    const row = await this.manager.findOneBy(UserEntity, { id: uuidFromId(id) });
    return row === null ? undefined : userOf(row);
  }

  async lock(id: UserId): Promise<User | undefined> {
    const [user] = await this.lockAll({ id: uuidFromId(id) });
    return user;
  }

  lockAdmins(): Promise<User[]> {
    return this.lockAll({ role: 'admin' });
  }

  async lockOwner(accountId: AccountId): Promise<User | undefined> {
    const [owner] = await this.lockAll({ accountId: uuidFromId(accountId), role: 'owner' });
    return owner;
  }

  lockOfAccount(accountId: AccountId): Promise<User[]> {
    return this.lockAll({ accountId: uuidFromId(accountId) });
  }

  async ownsOpenAccount(user: User): Promise<boolean> {
    return user.role === 'owner' && !(await this.isOfClosedAccount(user));
  }

  async holdAccount(accountId: AccountId): Promise<boolean> {
    await lineUpToShare(this.manager, accountId);
    const rows = await this.manager.query<unknown[]>(
      `SELECT 1 FROM accounts WHERE id = $1 AND status <> 'closed' FOR SHARE`,
      [uuidFromId(accountId)],
    );
    return rows.length > 0;
  }

  async isOfClosedAccount({ accountId }: User): Promise<boolean> {
    if (accountId === undefined) return false;
    const rows = await this.manager.query<unknown[]>(
      `SELECT 1 FROM accounts WHERE id = $1 AND status = 'closed'`,
      [uuidFromId(accountId)],
    );
    return rows.length > 0;
  }

  async add(user: User): Promise<void> {
    await this.manager.insert(UserEntity, userRowOf(user));
  }

  async save(user: User): Promise<void> {
    const { id, ...columns } = userRowOf(user);
    await this.manager.update(UserEntity, { id }, columns);
  }

  async saveStatuses(users: readonly User[]): Promise<void> {
    for (const batch of batchesOf(users.map(userRowOf))) {
      await this.manager.query(UPDATE_STATUSES, [
        batch.map(({ id }) => id),
        batch.map(({ status }) => status),
        batch.map(({ updatedAt }) => updatedAt),
      ]);
    }
  }

  async remove(user: User): Promise<void> {
    await this.manager.delete(UserEntity, { id: uuidFromId(user.id) });
  }

  private async lockAll(where: FindOptionsWhere<UserRow>): Promise<User[]> {
    const rows = await this.manager.find(UserEntity, { where, order: { id: 'ASC' }, lock: ROW_LOCK });
    return rows.map(userOf);
  }
}

const UPDATE_STATUSES = `
  UPDATE users SET status = new.status, updated_at = new.updated_at
  FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS new (id, status, updated_at)
  WHERE users.id = new.id`;
