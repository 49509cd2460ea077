import type { AccountId, TransactionId } from '@florin/kernel';
import type { Entry } from './entry.js';

/** Reads committed entries without a lock. */
export abstract class EntryReader {
  /** The entries of one transaction, that of the account first. Empty until the transaction has succeeded. */
  abstract list(accountId: AccountId, transactionId: TransactionId): Promise<readonly Entry[]>;
}
