import type { ApiKeyId, CursorPage, CursorRequest } from '@florin/kernel';
import { authorize } from '../access/access.js';
import { accountOf, type Principal } from '../access/principal.js';
import type { ApiKey } from './api-key.js';
import type { ApiKeyReader } from './api-key.repository.js';

/** An owner lists the keys of its account, an admin all keys. */
export class ListApiKeys {
  constructor(private readonly apiKeys: ApiKeyReader) {}

  async execute(principal: Principal, request: CursorRequest<ApiKeyId>): Promise<CursorPage<ApiKey>> {
    if (authorize(principal, 'api_keys.list') === 'any') return this.apiKeys.list({}, request);
    const accountId = accountOf(principal);
    if (accountId === undefined) return { items: [], hasMore: false };
    return this.apiKeys.list({ accountId }, request);
  }
}
