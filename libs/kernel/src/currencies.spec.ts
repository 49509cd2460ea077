import { describe, expect, it } from '@jest/globals';
import { CURRENCIES, type Currency, currency, minorDigits, parseCurrency } from './currencies.js';

describe('currencies', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['XOF', 0],
    ['USD', 2],
    ['EUR', 2],
    ['HUF', 2],
    ['KWD', 3],
    ['TND', 3],
  ])('%s has %p minor-unit digits', (code, digits) => {
    expect(minorDigits(parseCurrency(code)!)).toBe(digits);
  });

  it.each([
    'usd',
    'Usd',
    'XXX',
    'XTS',
    'XAU',
    'XDR',
    'CHE',
    'DEM',
    'BTC',
    'US',
    'USDX',
    ' USD',
    'USD ',
    '',
    'constructor',
  ])('does not include "%s"', (text) => {
    expect(parseCurrency(text)).toBeUndefined();
  });

  it('rejects values that are not strings', () => {
    for (const value of [undefined, null, 840, {}, ['USD']]) expect(parseCurrency(value)).toBeUndefined();
  });

  it('are checked by currency(), which rejects an unknown code', () => {
    expect(currency('EUR')).toBe('EUR');
    for (const code of ['XXX', 'eur', ''])
      expect(() => currency(code)).toThrow(
        expect.objectContaining({ code: 'invalid_request', message: `Unknown currency: ${code}.` }),
      );
  });

  it('lists each code once, sorted, as three capital letters', () => {
    expect(CURRENCIES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(CURRENCIES).toEqual([...new Set(CURRENCIES)].sort());
    expect(CURRENCIES.length).toBeGreaterThan(140);
    for (const code of CURRENCIES) expect(parseCurrency(code)).toBe(code);
  });

  it('contains only currencies that Intl supports, apart from recent codes', () => {
    const supported = new Set(Intl.supportedValuesOf('currency'));
    const recent = new Set(['XCG', 'ZWG', 'SLE', 'VED']);
    expect(CURRENCIES.filter((code) => !supported.has(code) && !recent.has(code))).toEqual([]);
  });

  it('throws for an unknown currency', () => {
    expect(() => minorDigits('XXX' as Currency)).toThrow('Unknown currency: XXX');
  });
});
