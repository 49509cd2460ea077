export { SystemClock, SystemIds } from '@florin/kernel/memory';
export {
  MemoryBalanceReader,
  MemoryDueTransactionReader,
  MemoryEntryReader,
  MemoryEventReader,
  MemoryLedgerStore,
  MemoryTables,
  MemoryTransactionReader,
  MemoryTransferReader,
} from './memory-ledger.store.js';
export { MemoryBalanceHistoryReader, MemoryRunningTotalsReader } from './memory-reports.js';
