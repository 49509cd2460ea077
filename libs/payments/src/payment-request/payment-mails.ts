import type { AccountId } from '@florin/kernel';
import type { Refund } from '../refund/refund.js';
import type { PaymentRequest } from './payment-request.js';

/** Mails to the customer, committed together with the change and sent afterwards. */
export interface PaymentMails {
  /** When the latest mail with this request was due. Requires the lock of the balance, which adding one takes, too. */
  latestDueAt(request: PaymentRequest): Promise<Date | undefined>;
  /**
   * When the `count`-th newest mail with any request of the account was due, if that was after `since`. Requires the lock
   * of the balance.
   */
  recentDueAt(accountId: AccountId, count: number, since: Date): Promise<Date | undefined>;
  /** Asks the customer to pay. It is not sent before `dueAt`. */
  addRequest(request: PaymentRequest, dueAt: Date, now: Date): Promise<void>;
  addReceipt(request: PaymentRequest, now: Date): Promise<void>;
  addRefund(refund: Refund, now: Date): Promise<void>;
}
