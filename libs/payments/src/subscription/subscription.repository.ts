import type { AccountId, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { Bill } from './bill.js';
import type { CanceledSubscription, Subscription } from './subscription.js';

/** Lock the account's book first: a payment locks the book, then the request, then the subscription. */
export interface SubscriptionRepository {
  add(subscription: Subscription): Promise<void>;
  /** Locked until the unit of work ends. Undefined when there is none, or none in that account. */
  lock(id: SubscriptionId, accountId: AccountId): Promise<Subscription | undefined>;
  /** The first of the account behind an id that are not canceled, as with `lockPending` of requests. */
  lockOpen(accountId: AccountId, after: SubscriptionId | undefined): Promise<readonly Subscription[]>;
  /** Keeps a change to a locked subscription. */
  save(subscription: Subscription): Promise<void>;
  /** Keeps the end of many locked subscriptions; it costs a statement, however many they are. */
  saveCanceled(subscriptions: readonly CanceledSubscription[]): Promise<void>;
  /** Keeps what was asked for and when. A place that was billed before fails: that is a fault, not a refusal. */
  addBill(bill: Bill): Promise<void>;
  /** The bill of a request that the locked subscription issued; it must exist. */
  getBill(subscription: Subscription, paymentId: PaymentRequestId): Promise<Bill>;
  /** Bills with pending requests, in the order of the requests' ids. Under the book's lock none can be added or end. */
  findOpenBills(subscription: Subscription, period?: number): Promise<readonly Bill[]>;
}
