import type { LedgerStore } from '../batch/ledger.store.js';
import type { Book } from '../book/book.js';
import type { BookReader } from '../book/book.reader.js';
import type { EventReader } from '../event/event.reader.js';
import type { DueTransactions } from '../transaction/settle-due.js';
import type { TransactionReader } from '../transaction/transaction.reader.js';
import { auditMemory } from './audit-memory.js';
import {
  MemoryBookReader,
  MemoryDueTransactions,
  MemoryEventReader,
  MemoryLedgerStore,
  MemoryTables,
  MemoryTransactionReader,
} from './memory-ledger.store.js';

/** An adapter of the ledger's ports, with what a test needs to set it up and to look behind it. */
export interface LedgerHarness {
  readonly store: LedgerStore;
  readonly transactions: TransactionReader;
  readonly books: BookReader;
  readonly events: EventReader;
  readonly due: DueTransactions;
  openBook(book: Book): Promise<void>;
  /** What the audit of the books finds wrong, in words. */
  audit(): Promise<readonly string[]>;
}

export function memoryHarness(): LedgerHarness {
  const tables = new MemoryTables();
  return {
    store: new MemoryLedgerStore(tables),
    transactions: new MemoryTransactionReader(tables),
    books: new MemoryBookReader(tables),
    events: new MemoryEventReader(tables),
    due: new MemoryDueTransactions(tables),
    openBook: (book) => {
      tables.books.set(book.accountId, book);
      return Promise.resolve();
    },
    audit: () => Promise.resolve(auditMemory(tables)),
  };
}
