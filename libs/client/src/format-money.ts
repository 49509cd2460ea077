export interface Money {
  /** In minor units: 7500 is 75.00 USD, but 7500 JPY. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * The ISO 4217 currencies of Florin without two decimal digits. Intl is no source for them: it takes the digits in
 * everyday use from CLDR, for example none for IQD.
 */
const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

const minorDigits = (currency: string): number =>
  NO_DIGITS.includes(currency) ? 0 : THREE_DIGITS.includes(currency) ? 3 : 2;

/** The amount with its currency, in the format of the locale, by default that of the environment. */
export function formatMoney({ amount, currency }: Money, locale?: string): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`amount must be in minor units, got ${amount}.`);
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A decimal text, because a division by 1000 can round large amounts.
  return format.format(`${amount}e-${digits}` as Intl.StringNumericLiteral);
}
