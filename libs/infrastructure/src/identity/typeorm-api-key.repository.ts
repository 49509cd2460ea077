import { type ApiKey, type ApiKeyRepository, revokeApiKey } from '@florin/identity';
import { type AccountId, type ApiKeyId, type UserId, uuidFromId } from '@florin/kernel';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { batchesOf, ROW_LOCK } from '../postgres/find-options.js';
import { ApiKeyEntity } from './api-key.entity.js';

export class TypeOrmApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: ApiKeyId): Promise<ApiKey | undefined> {
    return (await this.manager.findOne(ApiKeyEntity, { where: { id }, lock: ROW_LOCK })) ?? undefined;
  }

  add(apiKey: ApiKey): Promise<void> {
    return insertItem(this.manager, ApiKeyEntity, apiKey);
  }

  save(apiKey: ApiKey): Promise<void> {
    return updateItem(this.manager, ApiKeyEntity, apiKey);
  }

  revokeByAccount(accountId: AccountId, now: Date): Promise<ApiKeyId[]> {
    return this.revokeAll({ accountId, status: 'active' }, now);
  }

  revokeByCreator(userId: UserId, now: Date): Promise<ApiKeyId[]> {
    return this.revokeAll({ createdBy: userId, kind: 'platform', status: 'active' }, now);
  }

  private async revokeAll(where: FindOptionsWhere<ApiKey>, now: Date): Promise<ApiKeyId[]> {
    const active = await this.manager.find(ApiKeyEntity, { where, order: { id: 'ASC' }, lock: ROW_LOCK });
    const revoked = active.map((apiKey) => revokeApiKey(apiKey, now));
    for (const batch of batchesOf(revoked)) {
      const ids = batch.map(({ id }) => uuidFromId(id));
      await this.manager.query(REVOKE_ALL, [ids, batch.map(({ revokedAt }) => revokedAt)]);
    }
    return revoked.map(({ id }) => id);
  }
}

const REVOKE_ALL = `
  UPDATE api_keys SET status = 'revoked', revoked_at = revoked.at
  FROM unnest($1::uuid[], $2::timestamptz[]) AS revoked (id, at)
  WHERE api_keys.id = revoked.id`;
