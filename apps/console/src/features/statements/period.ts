import { dayOf } from '@florin/kernel';

/** Days such as 2026-01-31 in the account's time zone; both are included. Undefined where the period has no end. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface PeriodSearch extends Period {
  /** A month such as 2026-01, or `all`. */
  readonly period?: string | undefined;
}

export const ALL_TIME = 'all';
export const CUSTOM = 'custom';
const MONTHS = 13;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** What the address asks for: days, all time, or a month, by default the current one. */
export function periodOf(search: PeriodSearch, currentMonth: string): Period {
  if (search.from !== undefined || search.to !== undefined) return { from: search.from, to: search.to };
  if (search.period === ALL_TIME) return {};
  return daysOfMonth(chosenMonth(search, currentMonth));
}

/** The value of the period in a choice of presets. */
export function presetOf(search: PeriodSearch, currentMonth: string): string {
  if (search.from !== undefined || search.to !== undefined) return CUSTOM;
  return search.period === ALL_TIME ? ALL_TIME : chosenMonth(search, currentMonth);
}

const chosenMonth = ({ period = '' }: PeriodSearch, currentMonth: string): string =>
  MONTH.test(period) ? period : currentMonth;

export const monthIn = (timeZone: string, now = new Date()): string =>
  new Date(dayOf(now, timeZone)).toISOString().slice(0, 7);

/** This month and the months before it. */
export function recentMonths(currentMonth: string): readonly string[] {
  const first = new Date(`${currentMonth}-01T00:00:00Z`);
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  );
}

function daysOfMonth(month: string): Period {
  const first = new Date(`${month}-01T00:00:00Z`);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
