import { later } from '@florin/kernel';
import { LEAST_LIFE_MS, MOST_LIFE_MS } from '../payment-request/payment-request.js';
import type { Period } from './period.js';

/**
 * The part of a period in which one request can be paid, for a request lives thirty days at most. A period of up to
 * thirty days is one window. A longer one is cut into windows of thirty days: each brings a new request until one of
 * them is paid, so that the customer of a yearly subscription can pay on every day of the year, and not only in its first
 * month.
 */
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
