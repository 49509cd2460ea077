export * from './builders.js';
export { type LedgerHarness, memoryHarness } from './harness.js';
export { expectLedgerToFollowModel } from './ledger.model.js';
export { ledgerStoreContract } from './ledger-store.contract.js';
export { LedgerFixture, SUCCESS } from './ledger-fixture.js';
export { batchesContract } from './batches.contract.js';
export { transfersContract } from './transfers.contract.js';
export { transactionReaderContract } from './transaction-reader.contract.js';
