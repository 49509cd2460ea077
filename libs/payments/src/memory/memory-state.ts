import type {
  AccountId,
  EventEnvelope,
  PaymentRequestId,
  RefundId,
  SubscriptionId,
  TimedEvent,
  TransactionId,
} from '@florin/kernel';
import type { StoredResponse } from '@florin/kernel/memory';
import type { Attempt } from '../payment-request/attempt.js';
import type { Payee } from '../payment-request/payee.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { Refund } from '../refund/refund.js';
import type { Bill } from '../subscription/bill.js';
import type { Subscription } from '../subscription/subscription.js';

export interface MemoryCredit {
  readonly accountId: AccountId;
  readonly amount: number;
  readonly reference: string;
}

/** The transaction of a refund. */
interface MemoryHold {
  readonly accountId: AccountId;
  readonly amount: number;
  readonly status: Refund['status'];
}

export interface MemoryMail {
  readonly kind: 'payment_request' | 'receipt' | 'refund';
  readonly accountId: AccountId;
  readonly subjectId: PaymentRequestId | RefundId;
  readonly dueAt: Date;
}

export type RecordedEvent = TimedEvent & Pick<EventEnvelope, 'actor'>;

/** Values are never changed in place, so a copy of the maps is a snapshot. */
export class MemoryState {
  constructor(
    readonly payees = new Map<AccountId, Payee>(),
    readonly requests = new Map<PaymentRequestId, PaymentRequest>(),
    readonly pages = new Map<string, PaymentRequestId>(),
    readonly attempts = new Map<string, Attempt>(),
    readonly credits = new Map<TransactionId, MemoryCredit>(),
    readonly responses = new Map<string, StoredResponse>(),
    readonly events: RecordedEvent[] = [],
    readonly subscriptions = new Map<SubscriptionId, Subscription>(),
    readonly bills: Bill[] = [],
    readonly refunds = new Map<RefundId, Refund>(),
    readonly holds = new Map<TransactionId, MemoryHold>(),
    readonly mails: MemoryMail[] = [],
  ) {}

  copy(): MemoryState {
    return new MemoryState(
      new Map(this.payees),
      new Map(this.requests),
      new Map(this.pages),
      new Map(this.attempts),
      new Map(this.credits),
      new Map(this.responses),
      [...this.events],
      new Map(this.subscriptions),
      [...this.bills],
      new Map(this.refunds),
      new Map(this.holds),
      [...this.mails],
    );
  }
}
