import { parseReportTime } from '@florin/kernel';
import { requirePeriod, type StatementPeriod } from '@florin/ledger';

/** The query, once the time zone of the account is known. A date ends with the last millisecond of its day. */
export function statementPeriodOf(
  { from, to }: { readonly from?: string; readonly to?: string },
  timeZone: string,
): StatementPeriod {
  const period = {
    from: parseReportTime(from, timeZone, 'start'),
    to: parseReportTime(to, timeZone, 'end'),
  };
  requirePeriod(period);
  return period;
}
