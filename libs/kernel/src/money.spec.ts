import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CURRENCIES, type Currency, minorDigits, parseCurrency } from './currencies.js';
import { decimalText, isAmount, MAX_AMOUNT, money, moneyText } from './money.js';

const USD = parseCurrency('USD')!;
const JPY = parseCurrency('JPY')!;
const KWD = parseCurrency('KWD')!;
const currencies = fc.constantFrom(...CURRENCIES);

describe('isAmount', () => {
  it.each([1, 7500, MAX_AMOUNT])('accepts %p', (value) => {
    expect(isAmount(value)).toBe(true);
  });

  it.each([
    0,
    -1,
    1.5,
    MAX_AMOUNT + 1,
    2 ** 53 + 1,
    1e300,
    NaN,
    Infinity,
    '7500',
    null,
    undefined,
    true,
    1n,
    [1],
  ])('rejects %p', (value) => {
    expect(isAmount(value)).toBe(false);
  });
});

describe('money', () => {
  it('rejects amounts that are not safe integers', () => {
    for (const amount of [0.5, NaN, Infinity, 2 ** 53]) expect(() => money(amount, USD)).toThrow(RangeError);
    const max = Number.MAX_SAFE_INTEGER;
    for (const amount of [max, -max]) expect(money(amount, USD)).toEqual({ amount, currency: USD });
  });
});

describe('decimalText', () => {
  it.each<[number, Currency, string]>([
    [7500, USD, '75.00'],
    [7500, JPY, '7500'],
    [7500, KWD, '7.500'],
    [5, USD, '0.05'],
    [0, USD, '0.00'],
    [0, JPY, '0'],
    [-5, KWD, '-0.005'],
    [-123456, USD, '-1234.56'],
    [MAX_AMOUNT, USD, '10000000000.00'],
  ])('of %p %s is %s', (amount, currency, text) => {
    expect(decimalText(money(amount, currency))).toBe(text);
  });

  it("has the currency's minor-unit digits and equals the amount without the decimal point", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), currencies, (amount, currency) => {
        const text = decimalText(money(amount, currency));
        expect(text.split('.')[1]?.length ?? 0).toBe(minorDigits(currency));
        expect(Number(text.replace('.', ''))).toBe(amount);
      }),
    );
  });
});

describe('moneyText', () => {
  it.each<[number, Currency, string]>([
    [2500, USD, '25.00 USD'],
    [7500, JPY, '7500 JPY'],
    [5, KWD, '0.005 KWD'],
  ])('of %p %s is %s', (amount, currency, text) => {
    expect(moneyText(money(amount, currency))).toBe(text);
  });
});
