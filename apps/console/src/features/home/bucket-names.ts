import type { BucketInterval } from '@florin/ledger';
import { use, useMemo } from 'react';
import { TimeZoneContext } from '../../common/formats.js';
import { useLanguage } from '../../i18n/language.js';

/** The day or the month on which a bucket starts, in the account's time zone. */
export function useBucketName(interval: BucketInterval, style: 'short' | 'long'): (start: string) => string {
  const { locale } = useLanguage();
  const timeZone = use(TimeZoneContext);
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone,
      month: 'short',
      ...(interval !== 'month' && { day: 'numeric' }),
      ...((interval === 'month' || style === 'long') && { year: 'numeric' }),
    });
    return (start) => format.format(new Date(start));
  }, [locale, timeZone, interval, style]);
}
