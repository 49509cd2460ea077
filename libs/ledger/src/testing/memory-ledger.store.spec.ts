import { describe } from '@jest/globals';
import { memoryHarness } from './harness.js';
import { ledgerStoreContract } from './ledger-store.contract.js';
import { transactionReaderContract } from './transaction-reader.contract.js';

describe('MemoryLedgerStore', () => {
  ledgerStoreContract(() => Promise.resolve(memoryHarness()));
});

describe('MemoryTransactionReader', () => {
  transactionReaderContract(() => Promise.resolve(memoryHarness()));
});
