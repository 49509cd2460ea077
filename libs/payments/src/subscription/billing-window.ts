import { addMilliseconds } from '@florin/kernel';
import { MIN_LIFETIME_MS, MAX_LIFETIME_MS } from '../payment-request/payment-request.js';
import type { Period } from './period.js';

// A request expires after 30 days at most, so a longer period is split into windows of 30 days. Each window issues a new
// request until one is paid: the customer of a yearly subscription can pay on every day of the year.
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

/** A request that is issued late, after an outage, still has the minimum lifetime. */
export function expiryOf(window: BillingWindow, now: Date): Date {
  const earliest = addMilliseconds(now, MIN_LIFETIME_MS);
  return window.endAt > earliest ? window.endAt : earliest;
}
