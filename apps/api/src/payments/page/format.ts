import {
  type Currency,
  DAY_MS,
  decimalText,
  HOUR_MS,
  MAX_AMOUNT,
  minorDigits,
  MINUTE_MS,
  money,
} from '@florin/kernel';

/**
 * The amount in the format of the language, with the decimals of the currency. `format` gets a string, because a number
 * could be rounded.
 */
export function amountText(amount: number, currency: Currency, language: string): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const text = decimalText(money(amount, currency)) as Intl.StringNumericLiteral;
  if (!isRightToLeft(language)) return format.format(text);
  // Between right-to-left text, US$ would be shown as $US.
  return format
    .formatToParts(text)
    .map(({ type, value }) => (type === 'currency' ? isolateBidi(value) : value))
    .join('');
}

/** Long amounts have a smaller font: a line break would make one number look like two. */
export const sizeOf = (amount: string): 'short' | 'long' | 'longest' =>
  amount.length <= 10 ? 'short' : amount.length <= 15 ? 'long' : 'longest';

/**
 * The locale of amounts: that of the account, unless a reader of the page's language could misread the number by a factor
 * of 1000, such as "1,234 KWD" on an English page, or not read it at all. Two decimals cannot be misread.
 */
export function localeForAmounts(currency: Currency, language: string, pageLanguage: string): string {
  // The marks of right-to-left text belong there.
  if (isRightToLeft(pageLanguage)) return language;
  const isClear = minorDigits(currency) === 2 || separators(language) === separators(pageLanguage);
  const isReadable = !UNREADABLE.test(amountText(MAX_AMOUNT, currency, language));
  return isClear && isReadable ? language : pageLanguage;
}

const isRightToLeft = (language: string): boolean => /^(?:ar|he)\b/.test(language);

/** Digits other than 0 to 9, or marks of right-to-left text. */
const UNREADABLE = /(?![0-9])\p{Nd}|[\u061c\u200e\u200f]/u;

const separators = (language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1 })
    .formatToParts(1_234_567.5)
    .filter(({ type }) => type === 'group' || type === 'decimal')
    .map(({ value }) => value)
    .join('');

export const dateText = (instant: Date, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant);

/** "Nov 16 – Dec 16, 2026" */
export const daysText = (from: Date, to: Date, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).formatRange(from, to);

/** "in 23 hours", rounded down. */
export function timeLeftText(until: Date, now: Date, language: string): string {
  const left = Math.max(0, until.getTime() - now.getTime());
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  if (left >= 2 * DAY_MS) return format.format(Math.floor(left / DAY_MS), 'day');
  if (left >= 2 * HOUR_MS) return format.format(Math.floor(left / HOUR_MS), 'hour');
  return format.format(Math.floor(left / MINUTE_MS), 'minute');
}

/**
 * Isolates a name inside a sentence: right-to-left text would otherwise change the order of the words and punctuation
 * around it.
 */
export const isolateBidi = (name: string): string => `\u2068${name}\u2069`;

/** The groups of a card number change their order in right-to-left text. */
export const isolateLtr = (number: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' ? `\u2066${number}\u2069` : number;

export const mailtoOf = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
