import type { AccountId } from '@florin/kernel';
import type { PaymentsStores } from '../stores.js';
import { close } from './payment-request.js';

/**
 * What closing an account means for its payment requests. A part of the closure's own unit of work, which holds the
 * account and its book already; so no request can be added or paid beside it.
 */
export async function cancelPendingRequests(
  { requests, events }: Pick<PaymentsStores, 'requests' | 'events'>,
  accountId: AccountId,
  closedAt: Date,
): Promise<void> {
  for (const request of await requests.lockPending(accountId)) {
    const { thing, events: told } = close(request, closedAt);
    await requests.save(thing);
    await events.append(told, thing.updatedAt);
  }
}
