import type { AccountId, Ids } from '@florin/kernel';
import type { SessionStatusReader } from '../access/session-status.js';
import type { ApiKeyReader } from '../api-key/api-key.repository.js';
import type { AuditTrail } from '../audit/audit.js';
import type { PasswordResetReader } from '../password-reset/password-reset.repository.js';
import type { SessionReader } from '../session/session.repository.js';
import type { IdentityUnitOfWork } from '../stores.js';
import type { UserDirectory } from '../user/user.repository.js';
import type { SteppedClock } from './builders.js';

/** The parts of an adapter under test, and a way to create the accounts that users belong to. */
export interface IdentityHarness {
  readonly unitOfWork: IdentityUnitOfWork;
  readonly users: UserDirectory;
  readonly sessions: SessionReader;
  readonly apiKeys: ApiKeyReader;
  readonly audit: AuditTrail;
  readonly passwordResets: PasswordResetReader;
  readonly sessionStatus: SessionStatusReader;
  readonly ids: Ids;
  readonly clock: SteppedClock;
  readonly openAccount: () => Promise<AccountId>;
  readonly suspendAccount: (id: AccountId) => Promise<void>;
  readonly closeAccount: (id: AccountId) => Promise<void>;
}
