import { type Currency, invalidRequest } from '@florin/kernel';
import type { RunningTotals } from '../entry/entry.js';

/** What an account, or all accounts of a currency, took in and paid out in a bucket of time. */
export interface ActivityBucket {
  readonly start: Date;
  readonly in: number;
  readonly out: number;
  /** Posted transactions. */
  readonly count: number;
  /** Available and held, at the end of the bucket. */
  readonly closingBalance: number;
}

export interface CurrencyActivity {
  readonly currency: Currency;
  readonly buckets: readonly ActivityBucket[];
}

/** Sums of everything that was posted before an instant. */
export interface Totals {
  readonly count: bigint;
  readonly in: bigint;
  readonly out: bigint;
}

export const NO_TOTALS: Totals = { count: 0n, in: 0n, out: 0n };

export function totalsOf({ position, balanceAfter, totalIn }: RunningTotals): Totals {
  return { count: BigInt(position), in: totalIn, out: totalIn - BigInt(balanceAfter) };
}

/** `totals` are those at each border, which are the starts of the buckets and the end of the last. */
export function activityBetween(borders: readonly Date[], totals: readonly Totals[]): ActivityBucket[] {
  return borders.slice(0, -1).map((start, index) => {
    const [before, after] = [totals[index] ?? NO_TOTALS, totals[index + 1] ?? NO_TOTALS];
    return {
      start,
      in: exactNumber(after.in - before.in),
      out: exactNumber(after.out - before.out),
      count: exactNumber(after.count - before.count),
      closingBalance: exactNumber(after.in - after.out),
    };
  });
}

/** JSON numbers are exact up to 2^53 - 1 only. */
export function exactNumber(sum: bigint): number {
  if (sum > Number.MAX_SAFE_INTEGER || sum < Number.MIN_SAFE_INTEGER)
    throw invalidRequest('The sum is too large for a JSON number. Choose a shorter range.');
  return Number(sum);
}
