import type { ApiKeyId, Clock, Ids } from '@florin/kernel';
import { authorize } from '../access/access.js';
import { accountOf } from '../access/principal.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import { apiKeyNotFound, revoke } from './api-key.js';

export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(caller: Caller, id: ApiKeyId | undefined): Promise<ApiKeyId> {
    const reach = authorize(caller.principal, 'api_keys.revoke');
    if (id === undefined) throw apiKeyNotFound();
    return this.unitOfWork.run(async ({ apiKeys, audit }) => {
      const now = this.clock.now();
      const apiKey = await apiKeys.lock(id);
      const isOwn = apiKey?.accountId !== undefined && apiKey.accountId === accountOf(caller.principal);
      if (apiKey === undefined || (reach !== 'any' && !isOwn)) throw apiKeyNotFound();
      await apiKeys.save(revoke(apiKey, now));
      await audit.add(auditEntry(this.ids, caller, { action: 'api_key.revoked', subjectId: id }, now));
      return id;
    });
  }
}
