import type { AccountId, CursorPage, CursorRequest, TransferId } from '@florin/kernel';
import type { TransactionStatus } from '../transaction/transaction.js';
import type { Transfer } from './transfer.js';

/** An absent field does not filter. */
export interface TransferFilter {
  /** Transfers from or to this account. */
  readonly accountId?: AccountId | undefined;
  readonly status?: TransactionStatus | undefined;
}

export abstract class TransferReader {
  /** Seen from the side of `accountId`, or from the source. Undefined if the account has no part in it. */
  abstract find(id: TransferId, accountId: AccountId | undefined): Promise<Transfer | undefined>;

  /** Newest first. */
  abstract list(filter: TransferFilter, request: CursorRequest<TransferId>): Promise<CursorPage<Transfer>>;
}
