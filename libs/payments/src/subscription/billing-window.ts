import { later } from '@florin/kernel';
import { LEAST_LIFE_MS, MOST_LIFE_MS } from '../payment-request/payment-request.js';
import type { Period } from './period.js';

// A request lives thirty days at most, so a longer period is cut into windows of thirty days. Each brings a new request until
// one is paid: the customer of a yearly subscription can pay on every day of the year.
export interface BillingWindow {
  /** Counts from 1 within the period. */
  readonly number: number;
  readonly endAt: Date;
}

export function windowAt({ startAt, endAt }: Period, instant: Date): BillingWindow {
  const number = Math.max(0, Math.floor((instant.getTime() - startAt.getTime()) / MOST_LIFE_MS)) + 1;
  const uncutEndAt = later(startAt, number * MOST_LIFE_MS);
  return { number, endAt: uncutEndAt < endAt ? uncutEndAt : endAt };
}

/** A request that comes late, because nobody was there to issue it, still leaves the customer time to pay. */
export function expiryOf(window: BillingWindow, now: Date): Date {
  const earliest = later(now, LEAST_LIFE_MS);
  return window.endAt > earliest ? window.endAt : earliest;
}
