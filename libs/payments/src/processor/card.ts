import { HOUR_MS, addMilliseconds } from '@florin/kernel';

export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'maestro',
  'unknown',
] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

/** Names are the same in every language. */
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

/** Card data. Kept in memory for the call to the processor only: never stored, never logged. */
export interface Card {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly code: string;
}

/** The only card data that is stored. */
export interface CardSummary {
  readonly brand: CardBrand;
  readonly last4: string;
}

export const CARD_FIELDS = ['number', 'expiry', 'code'] as const;
export type CardField = (typeof CARD_FIELDS)[number];
export type CardProblem = 'missing' | 'invalid' | 'expired';
export type CardProblems = Readonly<Partial<Record<CardField, CardProblem>>>;
export type CardInput = Readonly<Record<CardField, string>>;

export type ParsedCard =
  | { readonly card: Card; readonly problems?: undefined }
  | { readonly card?: undefined; readonly problems: CardProblems };

/** Accepts spaces or dashes in the number, any Unicode digits, and `4/27`, `04 / 2027`, `0427` or `2027-04` as expiry. */
export function parseCard(input: CardInput, now: Date): ParsedCard {
  const number = parseNumber(toAsciiDigits(input.number));
  const expiry = parseExpiry(toAsciiDigits(input.expiry), now);
  const code = parseCode(toAsciiDigits(input.code), number.value);
  if (number.value !== undefined && expiry.value !== undefined && code.value !== undefined) {
    const { month: expiryMonth, year: expiryYear } = expiry.value;
    return { card: { number: number.value, expiryMonth, expiryYear, code: code.value } };
  }
  return {
    problems: {
      ...(number.problem && { number: number.problem }),
      ...(expiry.problem && { expiry: expiry.problem }),
      ...(code.problem && { code: code.problem }),
    },
  };
}

export const cardSummaryOf = ({ number }: Card): CardSummary => ({
  brand: brandOf(number),
  last4: number.slice(-4),
});

/** Unicode encodes the ten digits of a script consecutively, so the offset from the first one is the digit's value. */
function toAsciiDigits(text: string): string {
  const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let digitValue = 0;
    while (isDigit(code - digitValue - 1)) digitValue += 1;
    return String(digitValue % 10);
  });
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Number ranges as published by the card schemes. The first match applies. */
export const BRAND_OF_PREFIX: readonly (readonly [RegExp, Exclude<CardBrand, 'unknown'>])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^(30[0-5]|3[689])/, 'diners'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^(62|81)/, 'unionpay'],
  [/^(50|5[6-9]|6)/, 'maestro'],
];

export const brandOf = (digits: string): CardBrand =>
  BRAND_OF_PREFIX.find(([prefix]) => prefix.test(digits))?.[1] ?? 'unknown';

type Parsed<Value> =
  | { readonly value: Value; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: CardProblem };

function parseNumber(text: string): Parsed<string> {
  // Copied numbers contain various dashes and invisible direction marks.
  const digits = text.replace(/[\s\p{Pd}\p{Cf}]/gu, '');
  if (digits === '') return { problem: 'missing' };
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits) ? { value: digits } : { problem: 'invalid' };
}

/** In months since year 0. A card is valid until its month has ended in the last time zone, UTC-12. */
export function firstValidExpiryMonth(now: Date): number {
  const nowInLastTimeZone = addMilliseconds(now, -12 * HOUR_MS);
  return nowInLastTimeZone.getUTCFullYear() * 12 + nowInLastTimeZone.getUTCMonth();
}

function parseExpiry(text: string, now: Date): Parsed<{ month: number; year: number }> {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'missing' };
  const monthFirst = trimmed.replace(/^(\d{4})(?:\s*[/.-]\s*|\s+)(\d{1,2})$/, '$2/$1');
  const match =
    /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{2}|\d{4})$/.exec(monthFirst) ??
    /^(\d{2})(\d{2}|\d{4})$/.exec(monthFirst);
  const month = Number(match?.[1]);
  const enteredYear = Number(match?.[2]);
  if (match === null || month < 1 || month > 12) return { problem: 'invalid' };
  const year = enteredYear < 100 ? 2000 + enteredYear : enteredYear;
  const thisMonth = firstValidExpiryMonth(now);
  const lastMonth = year * 12 + month - 1;
  if (lastMonth < thisMonth) return { problem: 'expired' };
  // More than 50 years ahead is a typing error.
  return lastMonth > thisMonth + 50 * 12 ? { problem: 'invalid' } : { value: { month, year } };
}

function parseCode(text: string, number: string | undefined): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'missing' };
  const brand = number === undefined ? undefined : brandOf(number);
  const pattern = brand === undefined ? /^\d{3,4}$/ : brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/;
  return pattern.test(trimmed) ? { value: trimmed } : { problem: 'invalid' };
}
