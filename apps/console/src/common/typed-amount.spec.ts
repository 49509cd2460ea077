import { describe, expect, it } from '@jest/globals';
import { decimalOf, exampleAmount, NO_AMOUNT, typedAmount } from './typed-amount.js';

const NARROW_SPACE = '\u202f';

describe('a typed amount', () => {
  it.each([
    ['en', 'EUR', '1234.5', '1234.5'],
    ['en', 'EUR', '1,234.50', '1234.50'],
    ['en', 'EUR', '1,234', '1234'],
    ['en', 'EUR', '1,234,567.89', '1234567.89'],
    ['en', 'EUR', '1,23', '1.23'],
    ['en', 'EUR', '1234,5', '1234.5'],
    ['en', 'EUR', ' 5 ', '5'],
    ['en', 'EUR', '12.', '12'],
    ['en', 'EUR', '10,000,000,000.00', '10000000000.00'],
    ['en', 'JPY', '1,234', '1234'],
    ['en', 'BHD', '1.234', '1.234'],
    ['en', 'BHD', '1,234', '1234'],
    ['en', 'BHD', '0,500', '0.500'],
    ['de', 'EUR', '1.234,50', '1234.50'],
    ['de', 'EUR', '1.234', '1234'],
    ['de', 'EUR', '19,90', '19.90'],
    ['de', 'EUR', '19.90', '19.90'],
    ['de', 'EUR', '1 234,50', '1234.50'],
    ['de', 'JPY', '1.234', '1234'],
    ['de', 'BHD', '1,234', '1.234'],
    ['de-AT', 'EUR', '1.234,50', '1234.50'],
    ['de-CH', 'EUR', "1'234.50", '1234.50'],
    ['de-CH', 'EUR', '1’234.50', '1234.50'],
    ['fr', 'EUR', `1${NARROW_SPACE}234,50`, '1234.50'],
    ['fr', 'EUR', '1 234,50', '1234.50'],
    ['fr', 'EUR', '1\u00a0234\u00a0567', '1234567'],
    ['fr', 'EUR', '19.90', '19.90'],
    ['es', 'EUR', '12.345,60', '12345.60'],
    ['es', 'EUR', '1.234', '1234'],
    ['es', 'JPY', '7500', '7500'],
    ['es', 'BHD', '12,345', '12.345'],
  ])('%s, %s: %j is %s', (locale, currency, typed, decimal) => {
    expect(decimalOf(typed, locale, currency)).toBe(decimal);
  });

  it.each([
    ['en', 'EUR', '-5'],
    ['en', 'EUR', '+5'],
    ['en', 'EUR', '5 EUR'],
    ['en', 'EUR', '1e3'],
    ['en', 'EUR', '99999999999999999'],
    ['en', 'EUR', '10,000,000,000.01'],
    ['en', 'EUR', '1.234'],
    ['en', 'EUR', '1.234,50'],
    ['en', 'EUR', '1,234,50'],
    ['en', 'EUR', '1,23,456'],
    ['en', 'EUR', '12,34.50'],
    ['en', 'EUR', '1234,567.00'],
    ['en', 'EUR', '1,234 567'],
    ['en', 'EUR', '0,500'],
    ['en', 'EUR', '1.2.3'],
    ['en', 'EUR', ','],
    ['en', 'EUR', '.5.'],
    ['en', 'EUR', '?'],
    ['en', 'JPY', '1.5'],
    ['en', 'JPY', '1,5'],
    ['de', 'EUR', '1,234.50'],
    ['de', 'EUR', '1,234'],
    ['de', 'JPY', '1,234'],
    ['fr', 'EUR', '1.234'],
    ['fr', 'BHD', '1.234'],
    ['fr', 'EUR', '1 23,50'],
    ['es', 'BHD', '1,2345'],
  ])('%s, %s: %j is refused', (locale, currency, typed) => {
    expect(decimalOf(typed, locale, currency)).toBe(NO_AMOUNT);
  });

  it.each(['', '  '])('may be empty: %j', (typed) => {
    expect(decimalOf(typed, 'en', 'EUR')).toBe('');
  });
});

it.each([
  ['en', '12.50', '12.50'],
  ['de', '1234.5', '1234,5'],
  ['fr', '1234', '1234'],
  ['de', NO_AMOUNT, ''],
])('in %s, %s is shown as %j', (locale, value, text) => {
  expect(typedAmount(value, locale)).toBe(text);
});

it.each([
  ['en', 'EUR', '12.50'],
  ['de', 'EUR', '12,50'],
  ['fr', 'JPY', '12'],
  ['es', 'BHD', '12,500'],
])('an example in %s and %s is %s', (locale, currency, text) => {
  expect(exampleAmount(locale, currency)).toBe(text);
});
