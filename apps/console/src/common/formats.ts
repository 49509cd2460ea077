import { formatMoney } from '@florin/client';
import { createContext, use, useMemo } from 'react';
import { useLanguage } from '../i18n/language.js';

/** The time zone of the account in scope, otherwise that of the browser. */
export const TimeZoneContext = createContext<string>(Intl.DateTimeFormat().resolvedOptions().timeZone);

export interface Formats {
  readonly money: (amount: number, currency: string) => string;
  readonly time: (instant: string) => string;
  readonly date: (instant: string) => string;
  readonly utc: (instant: string) => string;
  readonly number: (value: number) => string;
}

export function useFormats(): Formats {
  const { locale } = useLanguage();
  const timeZone = use(TimeZoneContext);
  return useMemo(() => {
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
    const number = new Intl.NumberFormat(locale);
    return {
      money: (amount, currency) => formatMoney({ amount, currency }, locale),
      time: (instant) => time.format(new Date(instant)),
      date: (instant) => date.format(new Date(instant)),
      utc: (instant) => `${new Date(instant).toISOString().replace('T', ' ').slice(0, 19)} UTC`,
      number: (value) => number.format(value),
    };
  }, [locale, timeZone]);
}
