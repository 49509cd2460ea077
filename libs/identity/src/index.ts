export {
  authorize,
  invalidToken,
  missingPermission,
  reachOf,
  refusalOf,
  unauthenticated,
} from './access/access.js';
export {
  type OperationName,
  OPERATIONS,
  type Permission,
  PERMISSIONS,
  type Reach,
  REACHES,
  type Refusal,
  type TokenRule,
} from './access/permissions.js';
export {
  accountOf,
  ANONYMOUS,
  type AnonymousPrincipal,
  API_KEY_KINDS,
  type ApiKeyKind,
  type KeyPrincipal,
  nameOf,
  type Principal,
  type Role,
  roleOf,
  ROLES,
  USER_ROLES,
  type UserPrincipal,
  type UserRole,
} from './access/principal.js';
export { terminateAccess } from './access/terminate-access.js';
export { Authenticate } from './access/authenticate.js';
export {
  type CurrentApiKey,
  principalOfApiKey,
  principalOfSession,
  type CurrentSession,
  SessionStatusReader,
} from './access/session-status.js';
export {
  checkChange,
  checkDeletion,
  type Relation,
  relationTo,
  type UserChangeRequest,
} from './access/user-access.js';
export {
  API_KEY_STATE_MACHINE,
  API_KEY_STATUSES,
  type ApiKey,
  ApiKeySecrets,
  type ApiKeyStatus,
  type ApiKeyInput,
  issue as issueApiKey,
  revoke as revokeApiKey,
} from './api-key/api-key.js';
export { ApiKeyReader, type ApiKeyRepository } from './api-key/api-key.repository.js';
export { CreateApiKey, type NewApiKey } from './api-key/create-api-key.js';
export { ListApiKeys } from './api-key/list-api-keys.js';
export { RevokeApiKey } from './api-key/revoke-api-key.js';
export {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditActor,
  type AuditedAct,
  auditEntry,
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  AuditTrail,
  type Caller,
  SYSTEM,
} from './audit/audit.js';
export { ListAudit } from './audit/list-audit.js';
export { type IdentityCode, type TokenProblem, TokenRejected } from './errors.js';
export { OpenPasswordReset, type OpenPasswordLink } from './password-reset/open-password-reset.js';
export {
  type OpenReset,
  PASSWORD_RESET_STATE_MACHINE,
  PASSWORD_RESET_STATUSES,
  type PasswordReset,
  type PasswordResetStatus,
} from './password-reset/password-reset.js';
export type { PasswordResetMails } from './password-reset/password-reset-mail.js';
export {
  PasswordResetReader,
  type PasswordResetRepository,
} from './password-reset/password-reset.repository.js';
export { PasswordResetTokens } from './password-reset/password-reset-tokens.js';
export { RequestPasswordReset, ResetMailLimit } from './password-reset/request-password-reset.js';
export { ResetPassword } from './password-reset/reset-password.js';
export { EndSession } from './session/end-session.js';
export { EndSessionByToken } from './session/end-session-by-token.js';
export { ListSessions } from './session/list-sessions.js';
export { type LoggedIn, LogIn } from './session/log-in.js';
export { RefreshSession } from './session/refresh-session.js';
export {
  END_REASONS,
  end as endSession,
  type EndReason,
  isLive as isLiveSession,
  refresh as refreshSession,
  type RefreshVerdict,
  type Session,
  SESSION_STATE_MACHINE,
  SESSION_POLICY,
  SESSION_STATUSES,
  type SessionPolicy,
  type NewSession,
  type SessionStatus,
  start as startSession,
} from './session/session.js';
export { SessionReader, type SessionRepository } from './session/session.repository.js';
export {
  type AccessClaims,
  type RefreshClaims,
  TokenIssuer,
  type Tokens,
  tokensFor,
} from './session/tokens.js';
export { type IdentityStores, IdentityUnitOfWork } from './stores.js';
export { CreateUser, type NewUser } from './user/create-user.js';
export { DeleteUser } from './user/delete-user.js';
export { CreateAdmin, type NewAdmin } from './user/create-admin.js';
export { EnsureFirstAdmin } from './user/ensure-first-admin.js';
export { GetUser } from './user/get-user.js';
export { ListUsers } from './user/list-users.js';
export { PasswordHasher } from './user/password-hasher.js';
export {
  checkPassword,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordProblem,
  PasswordRefused,
} from './user/password.js';
export { UpdateUser } from './user/update-user.js';
export {
  change as changeUser,
  changeEmail as changeUserEmail,
  parseUsername,
  parseUserStatus,
  register as registerUser,
  type Registration,
  suspend as suspendUser,
  type User,
  USER_STATE_MACHINE,
  USER_STATUSES,
  type UserAction,
  type UserChange,
  USERNAME_PATTERN,
  type UserStatus,
} from './user/user.js';
export {
  type AccountState,
  UserDirectory,
  type UserFilter,
  type UserRepository,
} from './user/user.repository.js';
