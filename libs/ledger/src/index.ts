export {
  type AmendCommand,
  type CancelCommand,
  type Command,
  type CommandOutcome,
  type CreateCommand,
  keyText,
  type Needs,
  needsOf,
  type SettleCommand,
} from './batch/command.js';
export { decideBatch } from './batch/decide-batch.js';
export { Ledger, LEDGER_LIMITS } from './batch/ledger.js';
export {
  type Changes,
  type Decided,
  type KeptAnswer,
  type LedgerState,
  LedgerStore,
  type NewKey,
} from './batch/ledger.store.js';
export { CoalescingQueue, type QueueLimits } from './batch/queue.js';
export {
  type Book,
  BOOK_LIFE,
  BOOK_STATES,
  type BookAction,
  type BookState,
  changeCurrency,
  freezeBook,
  openBook,
  thawBook,
} from './book/book.js';
export { BookReader } from './book/book.reader.js';
export { cancelPending, closeBook, type Emptied } from './book/close-book.js';
export { creditBook, type CreditedBook, type SettledCredit } from './book/credit-book.js';
export { type Entry, ENTRY_LINES, type EntryLine, entriesOf } from './entry/entry.js';
export { accountIsBusy, type LedgerCode } from './errors.js';
export { EventReader } from './event/event.reader.js';
export { type DueTransaction, DueTransactions, SettleDue } from './transaction/settle-due.js';
export {
  type Amendment,
  type NewTransaction,
  type Settlement,
  type Transaction,
  TRANSACTION_EVENTS,
  TRANSACTION_LIFE,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionAction,
  type TransactionEvent,
  type TransactionEventType,
  type TransactionStatus,
  type TransactionType,
} from './transaction/transaction.js';
export { type TransactionFilter, TransactionReader } from './transaction/transaction.reader.js';
