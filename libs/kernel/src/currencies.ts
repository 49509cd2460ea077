import { invalidRequest } from './errors.js';

/** ISO 4217 codes by minor-unit digits, without fund codes, precious metals, test codes and "no currency". */
const CODES_BY_MINOR_DIGITS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP ' +
    'CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
    'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
    'MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE ' +
    'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ' +
    'ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

declare const brand: unique symbol;
export type Currency = string & { readonly [brand]: true };

const MINOR_DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_MINOR_DIGITS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

export const CURRENCIES: readonly Currency[] = [...MINOR_DIGITS.keys()]
  .sort()
  .map((code) => code as Currency);

export const parseCurrency = (text: unknown): Currency | undefined =>
  typeof text === 'string' && MINOR_DIGITS.has(text) ? (text as Currency) : undefined;

/** Like `parseCurrency`, but throws `invalid_request` if the code is unknown. */
export function currency(code: string): Currency {
  const parsed = parseCurrency(code);
  if (parsed === undefined) throw invalidRequest(`Unknown currency: ${code}.`);
  return parsed;
}

/** Digits after the decimal point: 0 for JPY, 2 for USD, 3 for KWD. */
export function minorDigits(code: Currency): number {
  const digits = MINOR_DIGITS.get(code);
  if (digits === undefined) throw new Error(`Unknown currency: ${code}`);
  return digits;
}
