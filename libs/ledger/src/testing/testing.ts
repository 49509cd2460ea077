export * from './builders.js';
export { type LedgerHarness, memoryHarness } from './harness.js';
export { expectLedgerToFollowModel } from './ledger.model.js';
export { ledgerStoreContract, LedgerTeller, SUCCESS } from './ledger-store.contract.js';
export { transactionReaderContract } from './transaction-reader.contract.js';
