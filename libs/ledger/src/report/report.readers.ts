import type { AccountId, BalanceAmounts, Currency } from '@florin/kernel';
import type { CurrencyActivity, Totals } from './activity.js';

// Throw `conflict` while rows of an earlier release lack what the report is computed from.

export interface BalanceAt extends BalanceAmounts {
  readonly accountId: AccountId;
  readonly currency: Currency;
  /** The newest event up to then. Undefined if there was none. */
  readonly updatedAt: Date | undefined;
}

export abstract class BalanceHistoryReader {
  /** After the last event that is not later. All zero before the first event. Undefined if the account does not exist. */
  abstract findAt(accountId: AccountId, at: Date): Promise<BalanceAt | undefined>;
}

export abstract class RunningTotalsReader {
  /** What was posted to the account before each instant. */
  abstract before(accountId: AccountId, instants: readonly Date[]): Promise<readonly Totals[]>;
}

export abstract class PlatformActivityReader {
  /**
   * The sums of all accounts for each currency, between days in UTC: the milliseconds of their midnights, which are the
   * starts of the buckets and the end of the last.
   */
  abstract between(days: readonly number[]): Promise<readonly CurrencyActivity[]>;
}
