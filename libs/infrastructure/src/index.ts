export { accountsUnitOfWork } from './account-closing/accounts-stores.js';
export { HashedOwnerPasswords } from './accounts/hashed-owner-passwords.js';
export { TypeOrmAccountDirectory } from './accounts/typeorm-account.directory.js';
export { PostgresSessionStatusReader } from './identity/postgres-session-status.reader.js';
export { deleteExpiredSessions } from './identity/expired-sessions.js';
export { deleteExpiredPasswordResets } from './identity/expired-password-resets.js';
export { identityUnitOfWork } from './identity/identity-stores.js';
export { LastUsedRecorder } from './identity/last-used-recorder.js';
export { TypeOrmAuditTrail } from './identity/typeorm-audit.js';
export { TypeOrmApiKeyList, TypeOrmSessionList } from './identity/typeorm-identity-lists.js';
export { TypeOrmPasswordResetReader } from './identity/typeorm-password-reset.repository.js';
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
export { compactActivity } from './ledger/compact-activity.js';
export {
  PostgresBalanceHistoryReader,
  PostgresPlatformActivityReader,
  PostgresRunningTotalsReader,
} from './ledger/running-totals.js';
export { TimeoutProcessor, logFailuresTo } from './payments/timeout-processor.js';
export { DerivedPageSecrets } from './payments/derived-page-secrets.js';
export { LoggedLateResults } from './payments/logged-late-results.js';
export { paymentsUnitOfWork } from './payments/payments-stores.js';
export { SandboxProcessor } from './payments/sandbox-processor.js';
export { TypeOrmPayeeDirectory } from './payments/typeorm-payees.js';
export { TypeOrmPaymentRequestReader } from './payments/typeorm-payment-request.reader.js';
export { TypeOrmRefundReader } from './payments/typeorm-refund.reader.js';
export { TypeOrmSubscriptionReader } from './payments/typeorm-subscription.reader.js';
export { createLogger } from './logging/logger.js';
export { readMailBacklog } from './mail/mail-backlog.js';
export type { MailComposer, MailComposers, MailMessage } from './mail/mail-message.js';
export { PostgresMailQueue } from './mail/mail-queue.js';
export {
  type MailSender,
  type MailServer,
  type MailSettings,
  mailSettingsOf,
} from './settings/mail-settings.js';
export { FolderMailTransport, type MailTransport, SmtpMailTransport } from './mail/mail-transport.js';
export type { Mail } from './mail/mail.entity.js';
export { deleteOldMails } from './mail/old-mails.js';
export { type MailResult, SendMails } from './mail/send-mails.js';
export { distribute } from './distribution/distribute.js';
export { type DistributionPlan, planDistribution } from './distribution/distribution-plan.js';
export type { TableKind } from './postgres/table-kinds.js';
export { countRowsByStatus } from './operations/row-counts.js';
export { loadOrCreateSecret } from './operations/jwt-secret-file.js';
export { canReadMetrics, METRICS_MAX_AGE_MS, cacheFor } from './operations/metrics-endpoint.js';
export { readSchemaState } from './operations/schema-state.js';
export type { JobRun } from './operations/job-run.entity.js';
export { JobRuns } from './operations/job-runs.js';
export { addVerifyRun } from './operations/verify-runs.js';
export {
  HEALTH_PROBLEMS,
  healthProblemsOf,
  isLate,
  type HealthProblem,
  type ServiceState,
} from './operations/service-health.js';
export { ServiceStateReader } from './operations/service-state.reader.js';
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
export { type IsKeyMoveInProgress, readKeyMove } from './postgres/idempotency-key-move.js';
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
export { reconciliationUnitOfWork } from './reconciliation/reconciliation-stores.js';
export { StreamedStatementFileReader } from './reconciliation/statement-file.reader.js';
export { TypeOrmReconciledAccounts } from './reconciliation/typeorm-reconciled-accounts.js';
export { TypeOrmReconciliationReader } from './reconciliation/typeorm-reconciliation.reader.js';
export { API_KEY_PREFIX, DerivedApiKeys } from './security/derived-api-keys.js';
export { deriveKey } from './security/derived-keys.js';
export { DerivedRefreshTokens } from './security/derived-refresh-tokens.js';
export { DerivedResetTokens } from './security/derived-reset-tokens.js';
export { csvField, csvText, neutralizeFormulas } from './reports/csv.js';
export { PostgresStatementReader } from './ledger/postgres-statement.reader.js';
export { PooledPdfRenderer, type PdfTable } from './reports/pooled-pdf-renderer.js';
export { PooledBcryptHasher } from './security/pooled-bcrypt-hasher.js';
export { CardRateLimiter } from './security/card-rate-limiter.js';
export { type LoginAttempt, LoginRateLimiter } from './security/login-rate-limiter.js';
export { networkOf } from './security/network-of.js';
export { MemoryRateLimiter } from './security/rate-limiters.js';
export { ResetRateLimiter } from './security/reset-rate-limiter.js';
export { recordSecretFingerprint } from './security/secret-in-use.js';
export type { AuditCheck } from './verification/rule.js';
export { VERIFIED_RULES, type VerifiedBooks, verifyBooks } from './verification/verify-books.js';
export { chainStoredEvents, countUnchainedEvents } from './operations/chain-stored-events.js';
export { fillEventBalances } from './operations/fill-event-balances.js';
export { countUnnumberedEntries, numberEntries } from './operations/number-entries.js';
export { CHAIN_START, hashEvent } from './ledger/event-chain.js';
export { EVENT_TYPES } from './ledger/event-types.js';
export { AddressPolicy } from './webhooks/address-policy.js';
export { readDeliveryBacklog } from './webhooks/delivery-backlog.js';
export { EncryptedWebhookSecrets } from './webhooks/encrypted-webhook-secrets.js';
export { HttpWebhookSender } from './webhooks/http-webhook-sender.js';
export { deleteDeliveriesWithoutEndpoint } from './webhooks/deliveries-without-endpoint.js';
export { deleteOldDeliveries } from './webhooks/old-deliveries.js';
export { PostgresDeliveryQueue } from './webhooks/postgres-delivery-queue.js';
export { signMessage } from './webhooks/sign-message.js';
export { TypeOrmWebhookDeliveryReader } from './webhooks/typeorm-webhook-delivery.reader.js';
export { TypeOrmWebhookEndpointReader } from './webhooks/typeorm-webhook-endpoint.reader.js';
export { webhooksUnitOfWork } from './webhooks/webhooks-stores.js';
