import { type AccountId, readInBatches } from '@florin/kernel';
import type { PaymentsStores } from '../stores.js';
import { eventsOf } from '../events-of.js';
import { close, type PaymentRequest } from './payment-request.js';

/** Part of closing an account, whose lock and book lock are held, so no request can be added or paid beside it. */
export async function cancelPendingRequests(
  { requests, events }: Pick<PaymentsStores, 'requests' | 'events'>,
  accountId: AccountId,
  closedAt: Date,
): Promise<void> {
  // Many at once: while the book is held nothing else happens to the account's money, however many requests there are.
  for await (const pending of readInBatches<PaymentRequest>((after) =>
    requests.lockPending(accountId, after),
  )) {
    const decisions = pending.map((request) => close(request, closedAt));
    await requests.saveAll(decisions.map(({ state: request }) => request));
    await events.appendAll(eventsOf(decisions));
  }
}
