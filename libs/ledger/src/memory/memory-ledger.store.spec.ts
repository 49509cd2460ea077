import { describe } from '@jest/globals';
import { memoryHarness } from '../testing/harness.js';
import { idempotencyKeysContract } from '../testing/idempotency-keys.contract.js';
import { ledgerStoreContract } from '../testing/ledger-store.contract.js';
import { batchesContract } from '../testing/batches.contract.js';
import { reportsContract } from '../testing/reports.contract.js';
import { transfersContract } from '../testing/transfers.contract.js';
import { transactionReaderContract } from '../testing/transaction-reader.contract.js';

describe('MemoryLedgerStore', () => {
  ledgerStoreContract(() => Promise.resolve(memoryHarness()));
  idempotencyKeysContract(() => Promise.resolve(memoryHarness()));
  batchesContract(() => Promise.resolve(memoryHarness()));
  transfersContract(() => Promise.resolve(memoryHarness()));
  reportsContract(() => Promise.resolve(memoryHarness()));
});

describe('MemoryTransactionReader', () => {
  transactionReaderContract(() => Promise.resolve(memoryHarness()));
});
