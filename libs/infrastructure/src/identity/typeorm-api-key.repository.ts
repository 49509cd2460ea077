import { type ApiKey, type ApiKeyRepository, revokeApiKey } from '@florin/identity';
import { type AccountId, type ApiKeyId, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { batchesOf, ROW_LOCK } from '../postgres/find-options.js';
import { apiKeyOf, apiKeyRowOf, ApiKeyEntity } from './api-key.entity.js';

export class TypeOrmApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: ApiKeyId): Promise<ApiKey | undefined> {
    const row = await this.manager.findOne(ApiKeyEntity, { where: { id: uuidFromId(id) }, lock: ROW_LOCK });
    return row === null ? undefined : apiKeyOf(row);
  }

  async add(apiKey: ApiKey): Promise<void> {
    await this.manager.insert(ApiKeyEntity, apiKeyRowOf(apiKey));
  }

  async save(apiKey: ApiKey): Promise<void> {
    const { id, ...columns } = apiKeyRowOf(apiKey);
    await this.manager.update(ApiKeyEntity, { id }, columns);
  }

  async revokeOfAccount(accountId: AccountId, now: Date): Promise<ApiKeyId[]> {
    const where = { accountId: uuidFromId(accountId), status: 'active' };
    const rows = await this.manager.find(ApiKeyEntity, { where, order: { id: 'ASC' }, lock: ROW_LOCK });
    const revoked = rows.map((row) => revokeApiKey(apiKeyOf(row), now));
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
