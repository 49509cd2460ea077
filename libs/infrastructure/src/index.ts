export { accountsUnitOfWork } from './account-closing/accounts-stores.js';
export { HashedOwnerPasswords } from './accounts/hashed-owner-passwords.js';
export { TypeOrmAccountDirectory } from './accounts/typeorm-account.directory.js';
export { PostgresSessionStatusReader } from './identity/postgres-session-status.reader.js';
export { deleteExpiredSessions } from './identity/expired-sessions.js';
export { identityUnitOfWork } from './identity/identity-stores.js';
export { LastUsedRecorder } from './identity/last-used-recorder.js';
export { TypeOrmAuditTrail } from './identity/typeorm-audit.js';
export { TypeOrmApiKeyList, TypeOrmSessionList } from './identity/typeorm-identity-lists.js';
export { TypeOrmUserDirectory } from './identity/typeorm-user.directory.js';
export { PostgresLedgerStore } from './ledger/postgres-ledger.store.js';
export {
  PostgresBalanceReader,
  PostgresDueTransactions,
  PostgresEntryReader,
  PostgresEventReader,
  PostgresLogHeadReader,
  PostgresTransactionReader,
  PostgresTransferReader,
} from './ledger/postgres-readers.js';
export { TimeoutProcessor, logFailuresTo } from './payments/timeout-processor.js';
export { DerivedPageSecrets } from './payments/derived-page-secrets.js';
export { LoggedLateResults } from './payments/logged-late-results.js';
export { paymentsUnitOfWork } from './payments/payments-stores.js';
export { type SandboxHooks, SandboxProcessor } from './payments/sandbox-processor.js';
export { TypeOrmPayeeDirectory } from './payments/typeorm-payees.js';
export { TypeOrmPaymentRequestReader } from './payments/typeorm-payment-request.reader.js';
export { TypeOrmSubscriptionReader } from './payments/typeorm-subscription.reader.js';
export { createLogger } from './logging/logger.js';
export { countRowsByStatus } from './operations/row-counts.js';
export { loadOrCreateSecret } from './operations/jwt-secret-file.js';
export { canReadMetrics, METRICS_MAX_AGE_MS, cacheFor } from './operations/metrics-endpoint.js';
export { readSchemaState } from './operations/schema-state.js';
export { startFailureMessage } from './operations/start-failure.js';
export { inSnapshot, Interrupted, type Snapshot } from './operations/snapshot.js';
export {
  findStatementAccount,
  openStatement,
  type Statement,
  type StatementAccount,
  type StatementFilter,
  type StatementLine,
} from './operations/statement.js';
export { type FoundPayments, type FoundRow, searchPayments } from './operations/payment-search.js';
export { createDataSource, openDatabase } from './data-source.js';
export { connect, type DatabaseSettings, type DatabaseTimeouts } from './postgres/data-source.js';
export { Database } from './postgres/database.js';
export type { PoolGauges } from './postgres/database-pool.js';
export {
  isTransientServerError,
  type InfrastructureCode,
  OutcomeUnknown,
  translateDatabaseError,
  Unavailable,
} from './postgres/errors.js';
export { deleteExpiredKeys } from './postgres/idempotency-keys.js';
export { migrate } from './postgres/migrate.js';
export {
  type ListenAddress,
  type ListenSettingNames,
  listenSettingError,
  urlOf,
} from './settings/listen-address.js';
export { BadSetting, type Environment } from './settings/bad-setting.js';
export {
  DEFAULT_DATA_DIR,
  type LogLevel,
  PASSWORD_COST,
  readDatabaseUrl,
  readDataDir,
  readJwtSecret,
  readPasswordCost,
  WORKER_LISTEN_SETTINGS,
  workerPort,
  type WorkerPort,
} from './settings/shared-settings.js';
export { parseJsonText } from './system/json-text.js';
export { ROW_LOCK_LIMITS, KeyedLimit } from './system/keyed-limit.js';
export { onParentExit } from './system/parent-process.js';
export { SystemClock, SystemIds } from '@florin/kernel/memory';
export { API_KEY_PREFIX, DerivedApiKeys } from './security/derived-api-keys.js';
export { deriveKey } from './security/derived-keys.js';
export { DerivedRefreshTokens } from './security/derived-refresh-tokens.js';
export { PooledBcryptHasher } from './security/pooled-bcrypt-hasher.js';
export { CardRateLimiter } from './security/card-rate-limiter.js';
export { type LoginAttempt, LoginRateLimiter } from './security/login-rate-limiter.js';
export { networkOf } from './security/network-of.js';
export { MemoryRateLimiter } from './security/rate-limiters.js';
export { recordSecretFingerprint } from './security/secret-in-use.js';
export type { AuditCheck } from './verification/rule.js';
export { VERIFIED_RULES, type VerifiedBooks, verifyBooks } from './verification/verify-books.js';
export { chainStoredEvents, countUnchainedEvents } from './operations/chain-stored-events.js';
export { CHAIN_START, hashEvent } from './ledger/event-chain.js';
