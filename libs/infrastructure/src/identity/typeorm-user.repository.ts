import type { AccountState, User, UserRepository } from '@florin/identity';
import { type AccountId, type UserId, uuidFromId } from '@florin/kernel';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { accountRowLock, lockAccountShared } from '../postgres/account-lock.js';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { AccountEntity } from '../accounts/account.entity.js';
import { batchesOf, ROW_LOCK } from '../postgres/find-options.js';
import { UserEntity } from './user.entity.js';

export class TypeOrmUserRepository implements UserRepository {
  constructor(private readonly manager: EntityManager) {}

  async find(id: UserId): Promise<User | undefined> {
    return (await this.manager.findOneBy(UserEntity, { id })) ?? undefined;
  }

  async lock(id: UserId): Promise<User | undefined> {
    return (await this.lockAll({ id }))[0];
  }

  lockAdmins(): Promise<User[]> {
    return this.lockAll({ role: 'admin' });
  }

  async lockOwner(accountId: AccountId): Promise<User | undefined> {
    return (await this.lockAll({ accountId, role: 'owner' }))[0];
  }

  lockByAccount(accountId: AccountId): Promise<User[]> {
    return this.lockAll({ accountId });
  }

  async ownsOpenAccount(user: User): Promise<boolean> {
    return user.role === 'owner' && !(await this.isAccountClosed(user));
  }

  async lockAccountShared(accountId: AccountId): Promise<AccountState> {
    await lockAccountShared(this.manager, accountId);
    const account = await this.manager.findOne(AccountEntity, {
      select: { id: true, status: true },
      where: { id: accountId },
      ...accountRowLock(this.manager, 'pessimistic_read'),
    });
    if (account === null || account.status === 'closed') return 'closed';
    return account.status === 'suspended' ? 'suspended' : 'open';
  }

  async isAccountClosed({ accountId }: User): Promise<boolean> {
    if (accountId === undefined) return false;
    return this.exists(`SELECT 1 FROM accounts WHERE id = $1 AND status = 'closed'`, accountId);
  }

  add(user: User): Promise<void> {
    return insertItem(this.manager, UserEntity, user);
  }

  save(user: User): Promise<void> {
    return updateItem(this.manager, UserEntity, user);
  }

  async saveStatuses(users: readonly User[]): Promise<void> {
    for (const batch of batchesOf(users)) {
      await this.manager.query(UPDATE_STATUSES, [
        batch.map(({ id }) => uuidFromId(id)),
        batch.map(({ status }) => status),
        batch.map(({ updatedAt }) => updatedAt),
      ]);
    }
  }

  async remove(user: User): Promise<void> {
    await this.manager.delete(UserEntity, { id: user.id });
  }

  private async exists(sql: string, accountId: AccountId): Promise<boolean> {
    return (await this.manager.query<unknown[]>(sql, [uuidFromId(accountId)])).length > 0;
  }

  private lockAll(where: FindOptionsWhere<User>): Promise<User[]> {
    return this.manager.find(UserEntity, { where, order: { id: 'ASC' }, lock: ROW_LOCK });
  }
}

const UPDATE_STATUSES = `
  UPDATE users SET status = new.status, updated_at = new.updated_at
  FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS new (id, status, updated_at)
  WHERE users.id = new.id`;
