import type { AccountId, CursorPage, CursorRequest, TransactionId } from '@florin/kernel';
import type { Transaction, TransactionStatus, TransactionType } from './transaction.js';

export interface TransactionFilter {
  readonly accountId?: AccountId | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly type?: TransactionType | undefined;
  readonly reference?: string | undefined;
  /** Both bounds are inclusive. */
  readonly amountMin?: number | undefined;
  readonly amountMax?: number | undefined;
  /** Refunds of this payment. */
  readonly refundOf?: TransactionId | undefined;
  /** Created at this instant or later. */
  readonly from?: Date | undefined;
  /** Created before this instant. */
  readonly until?: Date | undefined;
}

/** Reads committed transactions without a lock. */
export abstract class TransactionReader {
  /** Undefined if the transaction does not exist or belongs to another account. */
  abstract find(id: TransactionId, accountId: AccountId | undefined): Promise<Transaction | undefined>;

  /** Newest first. The cursor need not be the id of a transaction in the list. */
  abstract list(
    filter: TransactionFilter,
    request: CursorRequest<TransactionId>,
  ): Promise<CursorPage<Transaction>>;
}
