import { MAX_AMOUNT, minorDigits, parseCurrency } from '@florin/kernel';

/** The number of decimal digits of a currency; two for a text that is no currency. */
export function digitsOf(text: string): number {
  const currency = parseCurrency(text);
  return currency === undefined ? 2 : minorDigits(currency);
}

/** Minor units from a decimal text with a point, such as "12.50"; undefined if it is no amount of the currency. */
export function parseAmount(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > digits) return undefined;
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  return amount <= MAX_AMOUNT ? amount : undefined;
}

/** The decimal text of an amount in minor units, for an input field. */
export function amountText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const padded = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}
