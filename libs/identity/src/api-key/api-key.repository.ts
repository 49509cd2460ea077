import type { AccountId, ApiKeyId, CursorPage, CursorRequest } from '@florin/kernel';
import type { ApiKey } from './api-key.js';

/** API keys inside a unit of work. */
export interface ApiKeyRepository {
  /** Held for update; undefined when there is none. */
  lock(id: ApiKeyId): Promise<ApiKey | undefined>;
  add(apiKey: ApiKey): Promise<void>;
  /** The key was locked before. */
  save(apiKey: ApiKey): Promise<void>;
  /** Revokes every active key of the account; answers which. */
  revokeByAccount(accountId: AccountId, now: Date): Promise<ApiKeyId[]>;
}

/** Keys for those who only look, revoked ones included. Newest first; the cursor is a key's id. */
export abstract class ApiKeyReader {
  abstract list(
    filter: { readonly accountId?: AccountId },
    request: CursorRequest<ApiKeyId>,
  ): Promise<CursorPage<ApiKey>>;
}
