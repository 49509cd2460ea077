import { describe, expect, it } from '@jest/globals';
import { formatMoney } from './format-money.js';

describe('formatMoney', () => {
  it.each([
    [{ amount: 7500, currency: 'USD' }, 'en', '$75.00'],
    [{ amount: 7500, currency: 'JPY' }, 'en', '¥7,500'],
    [{ amount: 7500, currency: 'KWD' }, 'en', 'KWD 7.500'],
    [{ amount: 5, currency: 'EUR' }, 'en', '€0.05'],
    [{ amount: -2599, currency: 'EUR' }, 'en', '-€25.99'],
    [{ amount: 0, currency: 'EUR' }, 'en', '€0.00'],
    [{ amount: 123_456, currency: 'EUR' }, 'de', '1.234,56 €'],
    [{ amount: 1_500, currency: 'IQD' }, 'en', 'IQD 1.500'],
    [{ amount: 1_500, currency: 'ISK' }, 'en', 'ISK 1,500'],
    [{ amount: Number.MAX_SAFE_INTEGER, currency: 'KWD' }, 'en', 'KWD 9,007,199,254,740.991'],
  ])('formats %j in %s as %s', (money, locale, text) => {
    expect(formatMoney(money, locale).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('uses the locale of the environment by default', () => {
    const { locale } = new Intl.NumberFormat().resolvedOptions();
    expect(formatMoney({ amount: 2599, currency: 'EUR' })).toBe(
      formatMoney({ amount: 2599, currency: 'EUR' }, locale),
    );
  });

  it('takes any object with an amount and a currency', () => {
    const payment = { id: 'pay_1', amount: 2599, currency: 'GBP', status: 'pending' };
    expect(formatMoney(payment, 'en')).toBe('£25.99');
  });

  it.each([25.99, NaN, Infinity, 2 ** 53])('rejects %p, which is not a number of minor units', (amount) => {
    expect(() => formatMoney({ amount, currency: 'EUR' }, 'en')).toThrow(RangeError);
  });

  it('rejects a malformed currency', () => {
    expect(() => formatMoney({ amount: 1, currency: 'euro' }, 'en')).toThrow(RangeError);
  });
});
