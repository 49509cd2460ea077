export { SystemClock, SystemIds } from '@florin/kernel/memory';
export {
  MemoryBalanceReader,
  MemoryDueTransactionReader,
  MemoryEventReader,
  MemoryLedgerStore,
  MemoryTables,
  MemoryTransactionReader,
  MemoryTransferReader,
} from './memory-ledger.store.js';
