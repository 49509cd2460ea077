import type { AccountId, ApiKeyId, CursorPage, CursorRequest, UserId } from '@florin/kernel';
import type { ApiKey } from './api-key.js';

/** API keys inside a unit of work. */
export interface ApiKeyRepository {
  /** Locked for update. Undefined if there is no such key. */
  lock(id: ApiKeyId): Promise<ApiKey | undefined>;
  add(apiKey: ApiKey): Promise<void>;
  /** The caller holds the row lock. */
  save(apiKey: ApiKey): Promise<void>;
  /** Revokes every active key of the account and returns their ids. */
  revokeByAccount(accountId: AccountId, now: Date): Promise<ApiKeyId[]>;
  /** Revokes every active platform key that the user created and returns their ids. */
  revokeByCreator(userId: UserId, now: Date): Promise<ApiKeyId[]>;
}

/** Committed keys, including revoked ones, newest first. The cursor is a key's id. */
export abstract class ApiKeyReader {
  abstract find(id: ApiKeyId): Promise<ApiKey | undefined>;
  abstract list(
    filter: { readonly accountId?: AccountId },
    request: CursorRequest<ApiKeyId>,
  ): Promise<CursorPage<ApiKey>>;
}
