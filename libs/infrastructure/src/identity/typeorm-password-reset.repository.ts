import { type PasswordReset, PasswordResetReader, type PasswordResetRepository } from '@florin/identity';
import type { PasswordResetId, UserId } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { ROW_LOCK } from '../postgres/find-options.js';
import { PasswordResetEntity } from './password-reset.entity.js';

export class TypeOrmPasswordResetRepository implements PasswordResetRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: PasswordResetId): Promise<PasswordReset | undefined> {
    return (await this.manager.findOne(PasswordResetEntity, { where: { id }, lock: ROW_LOCK })) ?? undefined;
  }

  add(reset: PasswordReset): Promise<void> {
    return insertItem(this.manager, PasswordResetEntity, reset);
  }

  save(reset: PasswordReset): Promise<void> {
    return updateItem(this.manager, PasswordResetEntity, reset);
  }

  async supersedeByUser(userId: UserId): Promise<void> {
    await this.manager.update(PasswordResetEntity, { userId, status: 'requested' }, { status: 'superseded' });
  }
}

export class TypeOrmPasswordResetReader extends PasswordResetReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: PasswordResetId): Promise<PasswordReset | undefined> {
    return (await this.dataSource.manager.findOneBy(PasswordResetEntity, { id })) ?? undefined;
  }
}
