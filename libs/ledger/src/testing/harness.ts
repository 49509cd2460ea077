import type { LedgerStore } from '../batch/ledger.store.js';
import type { Balance } from '../balance/balance.js';
import type { BalanceReader } from '../balance/balance.reader.js';
import type { EntryReader } from '../entry/entry.reader.js';
import type { BalanceHistoryReader, RunningTotalsReader } from '../report/report.readers.js';
import type { EventReader } from '../event/event.reader.js';
import type { DueTransactionReader } from '../transaction/settle-due-transactions.js';
import type { TransactionReader } from '../transaction/transaction.reader.js';
import type { TransferReader } from '../transfer/transfer.reader.js';
import { MemoryBalanceHistoryReader, MemoryRunningTotalsReader } from '../memory/memory-reports.js';
import { auditMemory } from './audit-memory.js';
import {
  MemoryBalanceReader,
  MemoryDueTransactionReader,
  MemoryEntryReader,
  MemoryEventReader,
  MemoryLedgerStore,
  MemoryTables,
  MemoryTransactionReader,
  MemoryTransferReader,
} from '../memory/memory-ledger.store.js';

/** An adapter of the ledger's ports, with access to its data for tests. */
export interface LedgerHarness {
  readonly store: LedgerStore;
  readonly transactions: TransactionReader;
  readonly transfers: TransferReader;
  readonly balances: BalanceReader;
  readonly entries: EntryReader;
  readonly events: EventReader;
  readonly history: BalanceHistoryReader;
  readonly totals: RunningTotalsReader;
  readonly due: DueTransactionReader;
  openBalance(balance: Balance): Promise<void>;
  /** Descriptions of violated ledger invariants, empty if there are none. */
  audit(): Promise<readonly string[]>;
}

export function memoryHarness(): LedgerHarness {
  const tables = new MemoryTables();
  return {
    store: new MemoryLedgerStore(tables),
    transactions: new MemoryTransactionReader(tables),
    transfers: new MemoryTransferReader(tables),
    balances: new MemoryBalanceReader(tables),
    entries: new MemoryEntryReader(tables),
    events: new MemoryEventReader(tables),
    history: new MemoryBalanceHistoryReader(tables),
    totals: new MemoryRunningTotalsReader(tables),
    due: new MemoryDueTransactionReader(tables),
    openBalance: (balance) => {
      tables.balances.set(balance.accountId, balance);
      return Promise.resolve();
    },
    audit: () => Promise.resolve(auditMemory(tables)),
  };
}
