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
import type { CardBrand } from '@florin/payments';

/**
 * The amount as a reader of that language writes it, with the digits that the currency has. The number is handed over
 * as text, so that no amount is ever rounded on its way to the page.
 */
export function amountText(amount: number, currency: Currency, language: string): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(decimalText(money(amount, currency)) as Intl.StringNumericLiteral);
}

/** A long amount is written smaller: a number that breaks in two lines reads as two numbers. */
export const sizeOf = (amount: string): 'short' | 'long' | 'longest' =>
  amount.length <= 10 ? 'short' : amount.length <= 15 ? 'long' : 'longest';

/**
 * Amounts are written as in the account's language, unless the words around them are in another one whose reader might
 * not make out the number, or would take it for a thousand times as much or as little: "1,234 KWD" among English words.
 * Two digits at the end cannot be misread.
 */
export function localeForAmounts(currency: Currency, language: string, languageOfWords: string): string {
  const isClear = minorDigits(currency) === 2 || separators(language) === separators(languageOfWords);
  const isReadable = !UNREADABLE.test(amountText(MAX_AMOUNT, currency, language));
  return isClear && isReadable ? language : languageOfWords;
}

/** Other digits than those on a card, or an amount that runs from right to left, as none of the words do. */
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

/** "Nov 16 – Dec 16, 2026": the days on which it begins and ends. */
export const daysText = (from: Date, to: Date, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).formatRange(from, to);

/** "in 23 hours": whole units, rounded down, so that nobody is promised more time than there is. */
export function timeLeftText(until: Date, now: Date, language: string): string {
  const left = Math.max(0, until.getTime() - now.getTime());
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  if (left >= 2 * DAY_MS) return format.format(Math.floor(left / DAY_MS), 'day');
  if (left >= 2 * HOUR_MS) return format.format(Math.floor(left / HOUR_MS), 'hour');
  return format.format(Math.floor(left / MINUTE_MS), 'minute');
}

/**
 * A name inside a sentence, kept to itself: one in Arabic or Hebrew would otherwise pull the words and the punctuation
 * around it out of their order. Invisible, and nothing to a name that reads as the sentence does.
 */
export const isolateBidi = (name: string): string => `\u2068${name}\u2069`;

export const BRAND_NAMES: Readonly<Record<Exclude<CardBrand, 'unknown'>, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
};
