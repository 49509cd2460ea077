import type { AccountId, CursorPage, CursorRequest, TransactionId } from '@florin/kernel';
import type { Transaction, TransactionStatus, TransactionType } from './transaction.js';

/** Which transactions a list is about. What is absent does not restrict. */
export interface TransactionFilter {
  readonly accountId?: AccountId | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly type?: TransactionType | undefined;
  /** The payment that they give back. */
  readonly refundOf?: TransactionId | undefined;
  /** Created at this instant or later. */
  readonly from?: Date | undefined;
  /** Created before this instant. */
  readonly until?: Date | undefined;
}

/** Reads of what is committed, outside any write. */
export abstract class TransactionReader {
  /** Undefined when there is none, or none in that account. */
  abstract find(id: TransactionId, accountId: AccountId | undefined): Promise<Transaction | undefined>;

  /** Newest first. The cursor only marks a place: it need not be a transaction of the list. */
  abstract list(
    filter: TransactionFilter,
    request: CursorRequest<TransactionId>,
  ): Promise<CursorPage<Transaction>>;
}
