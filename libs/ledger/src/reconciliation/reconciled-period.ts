import { addMilliseconds, DAY_MS, invalidRequest } from '@florin/kernel';
import type { FileLine, Period } from './reconciliation.js';
import type { StatementFile } from './statement-file.js';

/** From the first to the last date of the lines, or longer if the file or the caller names more. */
export function reconciledPeriod(
  { lines, period }: StatementFile,
  named: { readonly from?: string | undefined; readonly to?: string | undefined },
): Period {
  if (named.from !== undefined && named.to !== undefined && named.from > named.to)
    throw invalidRequest('from must not be after to.');
  for (const line of lines) requireInside(line, named);
  // Not spread into Math.min and the like: a function has no room for 100,000 arguments.
  let [first, last] = [period?.from, period?.to];
  for (const { date } of lines) {
    if (first === undefined || date < first) first = date;
    if (last === undefined || date > last) last = date;
  }
  const [from, to] = [named.from ?? first, named.to ?? last];
  if (from === undefined || to === undefined)
    throw invalidRequest('The file has no lines. Send from and to, to compare a period without lines.');
  if (from > to) throw invalidRequest(`The period of the file ends with ${to}, before from.`);
  return { from, to };
}

function requireInside(
  { lineNumber, date }: FileLine,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): void {
  if ((from === undefined || date >= from) && (to === undefined || date <= to)) return;
  throw invalidRequest(`Line ${lineNumber}: the date ${date} is outside the period of from and to.`);
}

export const widened = ({ from, to }: Period, days: number): Period => ({
  from: shifted(from, -days),
  to: shifted(to, days),
});

const [FIRST, LAST] = ['0001-01-01', '9999-12-31'];

function shifted(date: string, days: number): string {
  const moved = addMilliseconds(new Date(date), days * DAY_MS).getTime();
  const clamped = Math.max(Date.parse(FIRST), Math.min(Date.parse(LAST), moved));
  return new Date(clamped).toISOString().slice(0, 10);
}
