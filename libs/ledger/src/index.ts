export {
  type AmendCommand,
  type BatchElement,
  type BatchInput,
  type CancelCommand,
  type CancelTransferCommand,
  type Command,
  type CommandOutcome,
  type CreateCommand,
  type DryRun,
  keyText,
  type ReadSet,
  readSetOf,
  type SettleCommand,
  type SettleTransferCommand,
  type TransactionInput,
  type TransferInput,
} from './batch/command.js';
export { batchFailed, decideBatch } from './batch/decide-batch.js';
export { Ledger, LEDGER_LIMITS } from './batch/ledger.js';
export {
  type Changes,
  type BatchDecision,
  type StoredResponse,
  type LedgerState,
  LedgerStore,
  type NewIdempotencyKey,
} from './batch/ledger.store.js';
export { CoalescingQueue, type QueueLimits } from './batch/coalescing-queue.js';
export {
  type Balance,
  BALANCE_STATE_MACHINE,
  BALANCE_STATES,
  type BalanceAction,
  type BalanceState,
  changeCurrency,
  freezeBalance,
  openBalance,
  type PostedTotals,
  thawBalance,
} from './balance/balance.js';
export { BalanceReader } from './balance/balance.reader.js';
export { cancelPending, closeBalance, type CanceledPending } from './balance/close-balance.js';
export { creditBalance, type CreditedBalance, type SettledCredit } from './balance/credit-balance.js';
export {
  endRefundHold,
  type EndedRefundHold,
  holdRefund,
  type RefundHold,
  type HeldRefund,
} from './balance/refund-hold.js';
export { type Entry, ENTRY_LINES, type EntryLine, entriesOf, type RunningTotals } from './entry/entry.js';
export { EntryReader } from './entry/entry.reader.js';
export { accountBusyError, type LedgerCode, notNumberedError } from './errors.js';
export { eventBody, type EventBody, eventContent, type EventContent } from './event/event-body.js';
export { type EventFilter, EventReader } from './event/event.reader.js';
export { type LogHead, LogHeadReader } from './event/log-head.reader.js';
export { GetReconciliation } from './reconciliation/get-reconciliation.js';
export { matchLines } from './reconciliation/match-lines.js';
export { type NewReconciliation, ReconcileFile } from './reconciliation/reconcile-file.js';
export {
  DEFAULT_TOLERANCE_DAYS,
  type FileLine,
  hasDifferences,
  MAX_DESCRIPTION_LENGTH,
  MAX_FILE_LINES,
  MAX_POSTED_LINES,
  MAX_TOLERANCE_DAYS,
  type Period,
  type PostedLine,
  type Reconciliation,
  RECONCILIATION_FORMATS,
  RECONCILIATION_RESULTS,
  RECONCILIATION_STATUSES,
  type ReconciliationFormat,
  type ReconciliationLine,
  type ReconciliationResult,
  type ReconciliationStatus,
} from './reconciliation/reconciliation.js';
export { reconciliationLineBody } from './reconciliation/reconciliation-line-body.js';
export { ReconciliationReader } from './reconciliation/reconciliation.reader.js';
export {
  type ReconciledAccount,
  ReconciledAccounts,
  type ReconciliationRepository,
  ReconciliationUnitOfWork,
} from './reconciliation/reconciliation.repository.js';
export {
  AMOUNT_SIGNS,
  type AmountSign,
  CSV_DELIMITERS,
  type CsvDelimiter,
  type CsvOptions,
  DATE_FORMATS,
  type DateFormat,
  DECIMAL_SEPARATORS,
  type DecimalSeparator,
  DEFAULT_CSV_OPTIONS,
  type StatementFile,
  StatementFileReader,
} from './reconciliation/statement-file.js';
export {
  requirePeriod,
  type StatementLine,
  type StatementPage,
  type StatementPeriod,
  type StatementSummary,
  summaryBetween,
} from './report/statement.js';
export { type OpenStatement, StatementReader } from './report/statement.reader.js';
export {
  type DueTransaction,
  DueTransactionReader,
  SettleDueTransactions,
} from './transaction/settle-due-transactions.js';
export {
  type Amendment,
  type NewTransaction,
  type Settlement,
  type Transaction,
  TRANSACTION_EVENTS,
  TRANSACTION_STATE_MACHINE,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionAction,
  type TransactionEvent,
  type TransactionEventType,
  type TransactionStatus,
  type TransactionType,
  TRANSFER_EVENTS,
  type TransferEventType,
} from './transaction/transaction.js';
export { type NewTransfer, type Transfer, transferOf } from './transfer/transfer.js';
export { type TransferFilter, TransferReader } from './transfer/transfer.reader.js';
export { type TransactionFilter, TransactionReader } from './transaction/transaction.reader.js';
export {
  activityBetween,
  type ActivityBucket,
  type CurrencyActivity,
  exactNumber,
  NO_TOTALS,
  type Totals,
  totalsOf,
} from './report/activity.js';
export {
  BUCKET_INTERVALS,
  bucketBorders,
  bucketDays,
  type BucketInterval,
  type BucketRange,
  DEFAULT_BUCKETS,
  MAX_BUCKETS,
} from './report/bucket.js';
export {
  type BalanceAt,
  BalanceHistoryReader,
  PlatformActivityReader,
  RunningTotalsReader,
} from './report/report.readers.js';
export { balanceAfterEvent, NOTHING } from './balance/replay.js';
