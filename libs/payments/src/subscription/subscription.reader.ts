import type { AccountId, CursorPage, CursorRequest, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { KeysetPosition } from '../batch-runner.js';
import type { Bill } from './bill.js';
import type { Subscription, SubscriptionStatus } from './subscription.js';

/** Which subscriptions a list is about. What is absent does not restrict. */
export interface SubscriptionFilter {
  readonly accountId?: AccountId | undefined;
  readonly status?: SubscriptionStatus | undefined;
  /** What the account itself calls them. */
  readonly reference?: string | undefined;
}

/** A subscription that the billing has to look at. */
export interface DueSubscription {
  readonly id: SubscriptionId;
  readonly accountId: AccountId;
  readonly dueAt: Date;
}

/** Reads of what is committed, outside any write. */
export abstract class SubscriptionReader {
  /** Undefined when there is none, or none in that account. */
  abstract find(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined>;

  /** The bill of a request that the subscription issued. */
  abstract findBill(subscription: Subscription, paymentId: PaymentRequestId): Promise<Bill | undefined>;

  /** Newest first. The cursor only marks a place: it need not be a subscription of the list. */
  abstract list(
    filter: SubscriptionFilter,
    request: CursorRequest<SubscriptionId>,
  ): Promise<CursorPage<Subscription>>;

  // The longest due first; with `after`, only those behind that place. Subscriptions wait while their account is not active or
  // has another currency.
  abstract findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly DueSubscription[]>;
}
