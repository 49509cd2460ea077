export { accountsUnitOfWork } from './accounts/accounts-stores.js';
export { HashedOwnerPasswords } from './accounts/hashed-owner-passwords.js';
export { TypeOrmAccountDirectory } from './accounts/typeorm-account.directory.js';
export { CoalescedStandings } from './identity/coalesced-standings.js';
export { deleteDeadSessions } from './identity/dead-sessions.js';
export { identityUnitOfWork } from './identity/identity-stores.js';
export { LastUsed } from './identity/last-used.js';
export { TypeOrmAuditTrail } from './identity/typeorm-audit.js';
export { TypeOrmApiKeyList, TypeOrmSessionList } from './identity/typeorm-identity-lists.js';
export { TypeOrmUserDirectory } from './identity/typeorm-user.directory.js';
export { LedgerBooks } from './ledger/ledger-books.js';
export { PostgresLedgerStore } from './ledger/postgres-ledger.store.js';
export {
  PostgresBookReader,
  PostgresDueTransactions,
  PostgresEventReader,
  PostgresTransactionReader,
} from './ledger/postgres-readers.js';
export { BoundedProcessor, failuresTo } from './payments/bounded-processor.js';
export { DerivedPageSecrets } from './payments/derived-page-secrets.js';
export { LoggedLateAnswers } from './payments/logged-late-answers.js';
export { paymentsUnitOfWork } from './payments/payments-stores.js';
export { type SandboxMoments, SandboxProcessor } from './payments/sandbox-processor.js';
export { TypeOrmPayeeDirectory } from './payments/typeorm-payees.js';
export { TypeOrmPaymentRequestReader } from './payments/typeorm-payment-request.reader.js';
export { TypeOrmSubscriptionReader } from './payments/typeorm-subscription.reader.js';
export { createLogger } from './logging/logger.js';
export { type Census, type CountByStatus, takeCensus } from './operations/census.js';
export { keptSecret } from './operations/kept-secret.js';
export { mayReadMetrics, METRICS_MAX_AGE_MS, sharedFor } from './operations/metrics-endpoint.js';
export { readSchemaState, type SchemaState } from './operations/schema-state.js';
export { wordsOfFailedStart } from './operations/start-failure.js';
export { inSnapshot, Interrupted, type Snapshot } from './operations/snapshot.js';
export {
  findStatementAccount,
  openStatement,
  type Statement,
  type StatementAccount,
  type StatementFilter,
  type StatementLine,
} from './operations/statement.js';
export { clueOf, findTraces, type Trace, type Traces } from './operations/traces.js';
export {
  connect,
  type ConnectOptions,
  createDataSource,
  type DatabaseSettings,
  type DatabaseTimeouts,
  DatabaseUnreachable,
} from './postgres/data-source.js';
export { Database, openDatabase } from './postgres/database.js';
export type { DatabaseLog, DatabaseLogEntry } from './postgres/database-log.js';
export {
  type ConstraintRefusals,
  DatabaseFailure,
  isServersRefusal,
  type InfrastructureCode,
  OutcomeUnknown,
  translateDatabaseError,
  Unavailable,
} from './postgres/errors.js';
export { deleteExpiredKeys } from './postgres/idempotency-keys.js';
export { migrate, type MigrateOptions } from './postgres/migrate.js';
export type { PoolGauges } from './postgres/pool-health.js';
export { inSqlTransaction, RunAgain } from './postgres/sql-transaction.js';
export { TypeOrmUnitOfWork } from './postgres/unit-of-work.js';
export { type ListeningPlace, type ListeningSettings, settingAtFault, urlOf } from './settings/listening.js';
export {
  BadSetting,
  type Environment,
  type SettingReader,
  settingReader,
} from './settings/setting-reader.js';
export {
  DEFAULT_DATA_DIR,
  LOG_LEVELS,
  type LogLevel,
  PASSWORD_COST,
  readDatabaseUrl,
  readDataDir,
  readJwtSecret,
  readPasswordCost,
  WORKER_LISTENING,
  workerPort,
  type WorkerPort,
} from './settings/shared-settings.js';
export { parseJsonText } from './system/json-text.js';
export { BEFORE_ONE_LOCK, KeyedLimit } from './system/keyed-limit.js';
export { whenStarterIsGone } from './system/starter.js';
export { SystemClock } from './system/system-clock.js';
export { SystemIds } from './system/system-ids.js';
export { API_KEY_PREFIX, DerivedApiKeys } from './security/derived-api-keys.js';
export { deriveKey, type KeyUse } from './security/derived-keys.js';
export { DerivedRefreshTokens } from './security/derived-refresh-tokens.js';
export { type BcryptSettings, PooledBcryptHasher } from './security/pooled-bcrypt-hasher.js';
export { CardBudget } from './security/card-budget.js';
export { type LoginAttempt, LoginBudget } from './security/login-budget.js';
export { networkOf } from './security/network-of.js';
export { RequestBudget } from './security/budgets.js';
export { noteSecretInUse } from './security/secret-in-use.js';
export {
  type AuditCheck,
  type BooksAudit,
  VERIFIED_RULES,
  verifyBooks,
  type VerifyOptions,
} from './verification/verify-books.js';
