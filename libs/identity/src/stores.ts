import { UnitOfWork } from '@florin/kernel';
import type { ApiKeyRepository } from './api-key/api-key.repository.js';
import type { AuditLog } from './audit/audit.js';
import type { SessionRepository } from './session/session.repository.js';
import type { UserRepository } from './user/user.repository.js';

/** What a write of this library may touch, all in one SQL transaction. */
export interface IdentityStores {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly audit: AuditLog;
}

export abstract class IdentityUnitOfWork extends UnitOfWork<IdentityStores> {}
