import type { ApiKeyId, Clock, Ids } from '@florin/kernel';
import { admit } from '../access/access.js';
import { accountOf } from '../access/principal.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import { noSuchKey, revoke } from './api-key.js';

export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(caller: Caller, id: ApiKeyId | undefined): Promise<ApiKeyId> {
    const reach = admit(caller.principal, 'api_keys.revoke');
    if (id === undefined) throw noSuchKey();
    return this.unitOfWork.run(async ({ apiKeys, audit }) => {
      const now = this.clock.now();
      const apiKey = await apiKeys.lock(id);
      const isOwn = apiKey?.accountId !== undefined && apiKey.accountId === accountOf(caller.principal);
      if (apiKey === undefined || (reach !== 'any' && !isOwn)) throw noSuchKey();
      await apiKeys.save(revoke(apiKey, now));
      await audit.add(auditEntry(this.ids, caller, { action: 'api_key.revoked', subjectId: id }, now));
      return id;
    });
  }
}
