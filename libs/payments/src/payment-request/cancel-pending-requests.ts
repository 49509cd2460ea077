import { type AccountId, inPieces } from '@florin/kernel';
import type { PaymentsStores } from '../stores.js';
import { toldBy } from '../told-by.js';
import { close, type PaymentRequest } from './payment-request.js';

/** Part of closing an account, whose lock and book lock are held, so no request can be added or paid beside it. */
export async function cancelPendingRequests(
  { requests, events }: Pick<PaymentsStores, 'requests' | 'events'>,
  accountId: AccountId,
  closedAt: Date,
): Promise<void> {
  // Many at once: while the book is held nothing else happens to the account's money, however many requests there are.
  for await (const pending of inPieces<PaymentRequest>((after) => requests.lockPending(accountId, after))) {
    const decided = pending.map((request) => close(request, closedAt));
    await requests.saveAll(decided.map(({ thing }) => thing));
    await events.appendAll(toldBy(decided));
  }
}
