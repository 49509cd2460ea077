import { type CursorPage, invalidRequest, type TransactionId } from '@florin/kernel';
import type { RunningTotals } from '../entry/entry.js';
import type { TransactionType } from '../transaction/transaction.js';

/** Both ends are inclusive. Without one, the period starts with the first line, or ends with the newest. */
export interface StatementPeriod {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** One posted entry of the account. */
export interface StatementLine {
  readonly transactionId: TransactionId;
  readonly type: TransactionType;
  readonly reference: string | undefined;
  /** Negative for money out. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly postedAt: Date;
}

/** Balances are available and held. `openingBalance + totalIn - totalOut` is `closingBalance`. */
export interface StatementSummary {
  readonly openingBalance: number;
  readonly closingBalance: number;
  /** May exceed 2^53. */
  readonly totalIn: bigint;
  readonly totalOut: bigint;
  readonly count: number;
}

export interface StatementPage {
  readonly summary: StatementSummary;
  /** Newest first. */
  readonly lines: CursorPage<StatementLine>;
}

const BEFORE_ALL: RunningTotals = { position: 0, balanceAfter: 0, totalIn: 0n };

/**
 * The summary of the lines after `before` up to `last`, from the running totals of these two lines: the last ones before
 * the period and in it or before it. Undefined: there is none.
 */
export function summaryBetween(
  before: RunningTotals = BEFORE_ALL,
  last: RunningTotals = BEFORE_ALL,
): StatementSummary {
  const totalIn = last.totalIn - before.totalIn;
  return {
    openingBalance: before.balanceAfter,
    closingBalance: last.balanceAfter,
    totalIn,
    totalOut: totalIn - BigInt(last.balanceAfter - before.balanceAfter),
    count: last.position - before.position,
  };
}

export function requirePeriod({ from, to }: StatementPeriod): void {
  if (from !== undefined && to !== undefined && from > to) throw invalidRequest('from must not be after to.');
}
