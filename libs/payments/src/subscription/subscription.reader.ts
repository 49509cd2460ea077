import type { AccountId, CursorPage, CursorRequest, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { KeysetPosition } from '../batch-runner.js';
import type { Bill } from './bill.js';
import type { Subscription, SubscriptionStatus } from './subscription.js';

/** An absent field does not filter. */
export interface SubscriptionFilter {
  readonly accountId?: AccountId | undefined;
  readonly status?: SubscriptionStatus | undefined;
  readonly reference?: string | undefined;
}

export interface DueSubscription {
  readonly id: SubscriptionId;
  readonly accountId: AccountId;
  readonly dueAt: Date;
}

/** Reads committed subscriptions without locks. */
export abstract class SubscriptionReader {
  /** Undefined if there is none, or none in the given account. */
  abstract find(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined>;

  /** Undefined if the subscription did not issue the request. */
  abstract findBill(subscription: Subscription, paymentId: PaymentRequestId): Promise<Bill | undefined>;

  /** Newest first. The cursor is any subscription id, also one that the filter excludes. */
  abstract list(
    filter: SubscriptionFilter,
    request: CursorRequest<SubscriptionId>,
  ): Promise<CursorPage<Subscription>>;

  // Ordered by due time and id; with `after`, only those behind that position. Excludes subscriptions whose account is not
  // active or has another currency.
  abstract findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly DueSubscription[]>;
}
