import { addMilliseconds } from '@florin/kernel';
import { MIN_LIFETIME_MS, MAX_LIFETIME_MS } from '../payment-request/payment-request.js';
import type { Period } from './period.js';

// A request lives thirty days at most, so a longer period is cut into windows of thirty days. Each brings a new request until
// one is paid: the customer of a yearly subscription can pay on every day of the year.
export interface BillingWindow {
  /** Counts from 1 within the period. */
  readonly number: number;
  readonly endAt: Date;
}

export function windowAt({ startAt, endAt }: Period, instant: Date): BillingWindow {
  const number = Math.max(0, Math.floor((instant.getTime() - startAt.getTime()) / MAX_LIFETIME_MS)) + 1;
  const uncutEndAt = addMilliseconds(startAt, number * MAX_LIFETIME_MS);
  return { number, endAt: uncutEndAt < endAt ? uncutEndAt : endAt };
}

/** A request that comes late, because nobody was there to issue it, still leaves the customer time to pay. */
export function expiryOf(window: BillingWindow, now: Date): Date {
  const earliest = addMilliseconds(now, MIN_LIFETIME_MS);
  return window.endAt > earliest ? window.endAt : earliest;
}
