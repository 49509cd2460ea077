import { parseReportTime } from '@florin/kernel';
import { parseAmount } from './amounts.js';

export type Search = Readonly<Partial<Record<string, string>>>;

/** The API's bounds of a time: `created_after` and `created_before` exclude their instant, the others include it. */
const TIME_BOUNDS: Readonly<Record<string, { edge: 'start' | 'end'; addMs: number }>> = {
  date_from: { edge: 'start', addMs: 0 },
  date_to: { edge: 'end', addMs: 0 },
  created_after: { edge: 'start', addMs: -1 },
  created_before: { edge: 'end', addMs: 1 },
};

const AMOUNT_BOUNDS = ['amount_min', 'amount_max'];

/** The filters whose meaning depends on the account's time zone or currency. */
export const FILTERS_IN_UNITS = [...Object.keys(TIME_BOUNDS), ...AMOUNT_BOUNDS];

interface FilterUnits {
  readonly timeZone: string;
  readonly currency: string | undefined;
}

/**
 * The API's query for the filters in an address: days as instants in the time zone, amounts in minor units. A text
 * that is no day or amount stays as it is, so that the API's error message is shown.
 */
export function filterQuery(
  { account: _, ...search }: Search,
  { timeZone, currency }: FilterUnits,
): Record<string, string | number> {
  const valueOf = (name: string, text: string): string | number => {
    const bound = TIME_BOUNDS[name];
    if (bound !== undefined) return instantOf(text, timeZone, bound);
    if (!AMOUNT_BOUNDS.includes(name) || currency === undefined) return text;
    return parseAmount(text, currency) ?? text;
  };
  return Object.fromEntries(
    Object.entries(search)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .map(([name, text]) => [name, valueOf(name, text)]),
  );
}

function instantOf(
  text: string,
  timeZone: string,
  { edge, addMs }: { edge: 'start' | 'end'; addMs: number },
) {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? parseReportTime(text, timeZone, edge) : undefined;
  return instant === undefined ? text : new Date(instant.getTime() + addMs).toISOString();
}
