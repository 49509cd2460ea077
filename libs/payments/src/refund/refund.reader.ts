import type { AccountId, CursorPage, CursorRequest, RefundId } from '@florin/kernel';
import type { KeysetPosition } from '../batch-runner.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { Refund } from './refund.js';

/** Reads committed refunds without locks. */
export abstract class RefundReader {
  /** Undefined if there is none, or none in the given account. */
  abstract find(id: RefundId, accountId: AccountId | undefined): Promise<Refund | undefined>;

  /** The refunds of a payment request, newest first. The cursor is any refund id. */
  abstract list(payment: PaymentRequest, request: CursorRequest<RefundId>): Promise<CursorPage<Refund>>;

  /** Pending refunds, ordered by creation and id; with `after`, only those behind that position. */
  abstract findPending(createdUntil: Date, limit: number, after?: KeysetPosition): Promise<readonly Refund[]>;
}
