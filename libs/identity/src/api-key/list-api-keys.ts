import type { ApiKeyId, CursorPage, CursorRequest } from '@florin/kernel';
import { admit } from '../access/access.js';
import { accountOf, type Principal } from '../access/principal.js';
import type { ApiKey } from './api-key.js';
import type { ApiKeyList } from './api-key.repository.js';

/** An owner sees its account's keys, an admin all of them. */
export class ListApiKeys {
  constructor(private readonly apiKeys: ApiKeyList) {}

  async execute(principal: Principal, request: CursorRequest<ApiKeyId>): Promise<CursorPage<ApiKey>> {
    if (admit(principal, 'api_keys.list') === 'any') return this.apiKeys.list({}, request);
    const accountId = accountOf(principal);
    if (accountId === undefined) return { items: [], hasMore: false };
    return this.apiKeys.list({ accountId }, request);
  }
}
