import { type AccountId, addMilliseconds, HOUR_MS, RateLimited, SECOND_MS } from '@florin/kernel';
import type { PaymentMails } from './payment-mails.js';
import type { PaymentRequest } from './payment-request.js';

/** Payment requests go to addresses that the account chooses, so their number is limited. */
export const DEFAULT_MAILS_PER_HOUR = 50;

/** When the account may send the next payment request: now, or when the hour of the earliest of `perHour` mails ends. */
export async function nextRequestMailAt(
  mails: PaymentMails,
  accountId: AccountId,
  perHour: number,
  now: Date,
): Promise<Date> {
  const since = addMilliseconds(now, -HOUR_MS);
  return freeAfter(await mails.recentDueAt(accountId, perHour, since), now);
}

/** Throws `rate_limited` if `nextAt`, from `nextRequestMailAt`, is not now. */
export function requireMailAllowed(nextAt: Date, perHour: number, now: Date): void {
  requireFree(`An account can send ${perHour} payment requests an hour by email.`, nextAt, now);
}

/** One mail an hour with the same request. Throws `rate_limited`. */
export async function requireNotJustSent(
  mails: PaymentMails,
  request: PaymentRequest,
  now: Date,
): Promise<void> {
  const freeAt = freeAfter(await mails.latestDueAt(request), now);
  requireFree('A payment request can be sent once an hour by email.', freeAt, now);
}

function freeAfter(dueAt: Date | undefined, now: Date): Date {
  const end = dueAt === undefined ? now : addMilliseconds(dueAt, HOUR_MS);
  return end > now ? end : now;
}

function requireFree(limit: string, freeAt: Date, now: Date): void {
  if (freeAt <= now) return;
  const seconds = Math.ceil((freeAt.getTime() - now.getTime()) / SECOND_MS);
  throw new RateLimited(`${limit} Try again in ${seconds} seconds.`, seconds);
}
