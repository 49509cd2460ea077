import { type Currency, invalidRequest, isTextOfLength, minorDigits, parseUtcDay } from '@florin/kernel';
import { type DateFormat, type DecimalSeparator, MAX_DESCRIPTION_LENGTH } from '@florin/ledger';

/** At most 15 digits in minor units are exact as a number. */
const MAX_DIGITS = 15;
const GROUPED = {
  point: /^\d{1,3}(?:[,' \u00a0\u2019\u202f]\d{3})+$/,
  comma: /^\d{1,3}(?:[.' \u00a0\u2019\u202f]\d{3})+$/,
};
const SIGNS = /^([+\-\u2212]?)\s?(.*?)(-?)$/s;

/**
 * A decimal text such as `-1,234.50` in minor units, without a calculation in floating point. Undefined if it is no amount,
 * or has more decimals than the currency.
 */
export function parseMinorUnits(
  text: string,
  currency: Currency,
  separator: DecimalSeparator,
): number | undefined {
  const [, before = '', unsigned = '', after = ''] = SIGNS.exec(text.trim()) ?? [];
  if (before !== '' && after !== '') return undefined;
  const [whole = '', decimals = '', ...rest] = unsigned.split(separator === 'point' ? '.' : ',');
  const digits = minorDigits(currency);
  const [kept, cut] = [decimals.slice(0, digits), decimals.slice(digits)];
  const integer = GROUPED[separator].test(whole) ? whole.replace(/\D/g, '') : whole;
  const isDecimal = /^\d+$/.test(integer) && /^\d*$/.test(decimals) && rest.length === 0;
  if (!isDecimal || /[^0]/.test(cut) || decimals.length > MAX_DIGITS) return undefined;
  const minor = `${integer}${kept.padEnd(digits, '0')}`;
  if (integer.length > MAX_DIGITS || minor.length > MAX_DIGITS) return undefined;
  const amount = Number(minor);
  const isNegative = before === '-' || before === '\u2212' || after === '-';
  return isNegative && amount !== 0 ? -amount : amount;
}

type Order = readonly ['year' | 'month' | 'day', 'year' | 'month' | 'day', 'year' | 'month' | 'day'];

const DATES: Readonly<Record<DateFormat, readonly [pattern: RegExp, order: Order]>> = {
  'yyyy-mm-dd': [/^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/, ['year', 'month', 'day']],
  'dd.mm.yyyy': [/^(\d\d?)\.(\d\d?)\.(\d{4})(?: .*)?$/, ['day', 'month', 'year']],
  'dd/mm/yyyy': [/^(\d\d?)\/(\d\d?)\/(\d{4})(?: .*)?$/, ['day', 'month', 'year']],
  'mm/dd/yyyy': [/^(\d\d?)\/(\d\d?)\/(\d{4})(?: .*)?$/, ['month', 'day', 'year']],
  yyyymmdd: [/^(\d{4})(\d\d)(\d\d)$/, ['year', 'month', 'day']],
};

/** As `2026-01-31`. A time behind the date is ignored. Undefined for a date that does not exist. */
export function parseCalendarDate(text: string, format: DateFormat): string | undefined {
  const [pattern, order] = DATES[format];
  const found = pattern.exec(text.trim());
  if (found === null) return undefined;
  const part = (name: 'year' | 'month' | 'day'): string =>
    (found[order.indexOf(name) + 1] ?? '').padStart(2, '0');
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return parseUtcDay(date) === undefined ? undefined : date;
}

/** Control characters and lone surrogates cannot be stored, and line breaks are not part of a reference. */
const UNSTORABLE = /[\p{Cc}\p{Cs}\s]+/gu;

const cleanText = (text: string): string => text.replace(UNSTORABLE, ' ').trim();

export function fileReference(text: string | undefined, lineNumber: number): string | undefined {
  const reference = cleanText(text ?? '');
  if (reference === '') return undefined;
  if (isTextOfLength(reference, 1, 255)) return reference;
  throw invalidLine(lineNumber, 'the reference is longer than 255 characters.');
}

export function fileDescription(text: string | undefined): string | undefined {
  const description = cleanText((text ?? '').slice(0, 4 * MAX_DESCRIPTION_LENGTH));
  return description === '' ? undefined : Array.from(description).slice(0, MAX_DESCRIPTION_LENGTH).join('');
}

export const invalidLine = (lineNumber: number, problem: string) =>
  invalidRequest(`Line ${lineNumber}: ${problem}`);

const MAX_SHOWN = 40;

/** A value of the file in a message. */
export function shown(text: string): string {
  const clean = cleanText(text);
  return `"${clean.length > MAX_SHOWN ? `${Array.from(clean).slice(0, MAX_SHOWN).join('')}…` : clean}"`;
}
