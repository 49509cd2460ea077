import type { AccountId, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { Bill } from './bill.js';
import type { CanceledSubscription, Subscription } from './subscription.js';

/** Lock the account's balance first: a payment locks the balance, then the request, then the subscription. */
export interface SubscriptionRepository {
  add(subscription: Subscription): Promise<void>;
  /** Locked for update until the commit. Undefined if there is none, or none in the given account. */
  lock(id: SubscriptionId, accountId: AccountId): Promise<Subscription | undefined>;
  /** The next batch of subscriptions after an id that are not canceled, locked in id order. */
  lockOpen(accountId: AccountId, after: SubscriptionId | undefined): Promise<readonly Subscription[]>;
  /** The caller holds the row lock. */
  save(subscription: Subscription): Promise<void>;
  /** Saves the cancellation of many locked subscriptions in one statement. */
  saveCanceled(subscriptions: readonly CanceledSubscription[]): Promise<void>;
  /** Throws if the window has already been billed: a bug, not a domain error. */
  addBill(bill: Bill): Promise<void>;
  /** The bill of a request that the locked subscription issued. Throws if there is none. */
  getBill(subscription: Subscription, paymentId: PaymentRequestId): Promise<Bill>;
  /** Bills with pending requests, in order of the requests' ids. Stable while the balance is locked. */
  findOpenBills(subscription: Subscription, period?: number): Promise<readonly Bill[]>;
}
