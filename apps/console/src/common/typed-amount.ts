import { amountText, digitsOf, parseAmount } from './amounts.js';

/** In place of a text that is no amount. parseAmount refuses it. */
export const NO_AMOUNT = '?';

/** The user's text of an amount as a decimal text with a point, see parseAmount. NO_AMOUNT if its meaning is not certain. */
export function decimalOf(typed: string, locale: string, currency: string): string {
  const text = plain(typed.trim());
  if (text === '') return '';
  const { group, decimal } = separatorsOf(locale);
  const [start = '', fraction = '', ...more] = splitAtDecimal(text, decimal);
  const whole = withoutGroups(start, group);
  if (whole === undefined || more.length > 0) return NO_AMOUNT;
  const result = fraction === '' ? whole : `${whole}.${fraction}`;
  return parseAmount(result, currency) === undefined ? NO_AMOUNT : result;
}

/** A decimal text with a point, as the user would type it. */
export const typedAmount = (value: string, locale: string): string =>
  value === NO_AMOUNT ? '' : value.replace('.', separatorsOf(locale).decimal);

/** For the text of an error, such as 12.50. */
export const exampleAmount = (locale: string, currency: string): string =>
  typedAmount(amountText(Math.floor(12.5 * 10 ** digitsOf(currency)), currency), locale);

function splitAtDecimal(text: string, decimal: string): readonly string[] {
  const other = decimal === '.' ? ',' : '.';
  const parts = text.split(other);
  // 1.234 may mean a thousand to some, so only what cannot be a group of three is taken as a fraction.
  const isFraction = parts.length === 2 && parts.every(isWhole) && !/^[1-9]\d{0,2}\D\d{3}$/.test(text);
  return isFraction ? parts : text.split(decimal);
}

/** Undefined if the separators do not make groups of three. */
function withoutGroups(text: string, group: string): string | undefined {
  if (isWhole(text)) return text;
  const separator = [group, ' '].find((candidate) => text.includes(candidate));
  if (separator === undefined) return undefined;
  const [first = '', ...others] = text.split(separator);
  const areGroups = /^[1-9]\d{0,2}$/.test(first) && others.every((part) => /^\d{3}$/.test(part));
  return areGroups ? first + others.join('') : undefined;
}

const isWhole = (text: string): boolean => /^\d+$/.test(text);

/** Keyboards have neither narrow spaces nor the apostrophe of Swiss groups. */
const plain = (text: string): string => text.replace(/\s/g, ' ').replace(/’/g, "'");

/** Those of money: in Austria, they are not those of other numbers. */
function separatorsOf(locale: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).formatToParts(12345.6);
  const valueOf = (type: string, fallback: string) =>
    plain(parts.find((part) => part.type === type)?.value ?? fallback);
  return { group: valueOf('group', ' '), decimal: valueOf('decimal', '.') };
}
