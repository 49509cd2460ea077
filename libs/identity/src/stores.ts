import { UnitOfWork } from '@florin/kernel';
import type { ApiKeyRepository } from './api-key/api-key.repository.js';
import type { AuditLog } from './audit/audit.js';
import type { PasswordResetMails } from './password-reset/password-reset-mail.js';
import type { PasswordResetRepository } from './password-reset/password-reset.repository.js';
import type { SessionRepository } from './session/session.repository.js';
import type { UserRepository } from './user/user.repository.js';

/** Stores of one unit of work; all of them write in the same SQL transaction. */
export interface IdentityStores {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly audit: AuditLog;
  readonly passwordResets: PasswordResetRepository;
  readonly passwordResetMails: PasswordResetMails;
}

export abstract class IdentityUnitOfWork extends UnitOfWork<IdentityStores> {}
