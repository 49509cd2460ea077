import type { AccountId, SubscriptionId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { Subscription } from './subscription.js';
import type { SubscriptionReader } from './subscription.reader.js';

export class GetSubscription {
  constructor(private readonly reader: SubscriptionReader) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(id: SubscriptionId | undefined, accountId: AccountId | undefined): Promise<Subscription> {
    const subscription = id === undefined ? undefined : await this.reader.find(id, accountId);
    return requireSubscription(subscription);
  }
}

export function requireSubscription(subscription: Subscription | undefined): Subscription {
  if (subscription === undefined) throw refusal('not_found', 'There is no such subscription.');
  return subscription;
}
