import type { AccountId, RefundId } from '@florin/kernel';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { Refund } from './refund.js';

/** Refunds inside a unit of work. The row lock of a payment request also protects its refunds. */
export interface RefundRepository {
  add(refund: Refund): Promise<void>;
  /** A refund of a locked payment request. Throws if there is none. */
  get(id: RefundId, accountId: AccountId): Promise<Refund>;
  save(refund: Refund): Promise<void>;
  /** The sum of the pending and succeeded refunds of a locked payment request. */
  sumOf(payment: PaymentRequest): Promise<number>;
}
