import { type ApiKey, ApiKeyReader, type Session, SessionReader } from '@florin/identity';
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

export class TypeOrmSessionList extends SessionReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async listLive(userId: UserId, request: CursorRequest<SessionId>, now: Date): Promise<CursorPage<Session>> {
    const live = [`user_id = ? AND status = 'active' AND expires_at > ?`, uuidFromId(userId), now] as const;
    return readPage(this.dataSource, SessionEntity, [live], request, sessionOf);
  }
}

export class TypeOrmApiKeyList extends ApiKeyReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: ApiKeyId): Promise<ApiKey | undefined> {
    return (await this.dataSource.manager.findOneBy(ApiKeyEntity, { id })) ?? undefined;
  }

  async list(
    { accountId }: { readonly accountId?: AccountId },
    request: CursorRequest<ApiKeyId>,
  ): Promise<CursorPage<ApiKey>> {
    const ofAccount = accountId && (['account_id = ?', uuidFromId(accountId)] as const);
    return readPage(this.dataSource, ApiKeyEntity, [ofAccount], request, apiKeyOf);
  }
}
