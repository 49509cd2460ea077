import type { Subscription } from '@florin/client';
import { BILLED_STATUSES, windowAt } from '@florin/payments';

/**
 * When the next payment request is issued: for the next period, or for this one if it is long and still unpaid when the
 * open request expires. Undefined if no requests are issued.
 */
export function nextChargeAt(subscription: Subscription, now: Date): Date | undefined {
  const { status, current_period, current_period_start, current_period_end, current_period_paid_at } =
    subscription;
  if (!BILLED_STATUSES.some((billed) => billed === status)) return undefined;
  const period = {
    number: current_period,
    startAt: new Date(current_period_start),
    endAt: new Date(current_period_end),
  };
  return current_period_paid_at === null ? windowAt(period, now).endAt : period.endAt;
}
