import { type ApiKey, ApiKeyList, type Session, SessionList } from '@florin/identity';
import {
  type AccountId,
  type ApiKeyId,
  type CursorPage,
  type CursorRequest,
  type SessionId,
  type UserId,
  uuidFromId,
} from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { apiKeyOf, ApiKeyEntity } from './api-key.entity.js';
import { readPage } from '../postgres/read-page.js';
import { sessionOf, SessionEntity } from './session.entity.js';

export class TypeOrmSessionList extends SessionList {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async listLive(userId: UserId, request: CursorRequest<SessionId>, now: Date): Promise<CursorPage<Session>> {
    const query = this.dataSource.manager
      .createQueryBuilder(SessionEntity, 'session')
      .where('session.userId = :userId', { userId: uuidFromId(userId) })
      .andWhere('session.status = :active AND session.expiresAt > :now', { active: 'active', now });
    return readPage(query, request, sessionOf);
  }
}

export class TypeOrmApiKeyList extends ApiKeyList {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async list(
    { accountId }: { readonly accountId?: AccountId },
    request: CursorRequest<ApiKeyId>,
  ): Promise<CursorPage<ApiKey>> {
    const query = this.dataSource.manager.createQueryBuilder(ApiKeyEntity, 'key');
    if (accountId !== undefined) {
      query.andWhere('key.accountId = :accountId', { accountId: uuidFromId(accountId) });
    }
    return readPage(query, request, apiKeyOf);
  }
}
