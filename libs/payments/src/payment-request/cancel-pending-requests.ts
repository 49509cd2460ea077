import { type AccountId, readInBatches } from '@florin/kernel';
import type { PaymentsStores } from '../stores.js';
import { eventsOf } from '../events-of.js';
import { close, type PaymentRequest } from './payment-request.js';

/** Part of closing an account. The caller locks the account and its balance, so no request can be added or paid. */
export async function cancelPendingRequests(
  { requests, events }: Pick<PaymentsStores, 'requests' | 'events'>,
  accountId: AccountId,
  closedAt: Date,
): Promise<void> {
  // In batches: the lock on the balance blocks every other write of the account.
  for await (const pending of readInBatches<PaymentRequest>((after) =>
    requests.lockPending(accountId, after),
  )) {
    const decisions = pending.map((request) => close(request, closedAt));
    await requests.saveAll(decisions.map(({ state: request }) => request));
    await events.appendAll(eventsOf(decisions));
  }
}
