import { describe, expect, it } from '@jest/globals';
import { CURRENCIES, currency, decimalText, money } from '@florin/kernel';
import type { DateFormat, DecimalSeparator } from '@florin/ledger';
import fc from 'fast-check';
import { parseCalendarDate, parseMinorUnits } from './file-fields.js';

describe('an amount', () => {
  it.each<[string, string, DecimalSeparator, number]>([
    ['0', 'EUR', 'point', 0],
    ['-0.00', 'EUR', 'point', 0],
    ['12.5', 'EUR', 'point', 1250],
    ['+12.50', 'EUR', 'point', 1250],
    ['12.50-', 'EUR', 'point', -1250],
    ['− 12.50', 'EUR', 'point', -1250],
    ['12.500', 'EUR', 'point', 1250],
    ['1.234.567,89', 'EUR', 'comma', 123_456_789],
    ["1'234.50", 'EUR', 'point', 123_450],
    ['1 234,5', 'EUR', 'comma', 123_450],
    ['7500', 'JPY', 'point', 7500],
    ['1.5', 'KWD', 'point', 1500],
    ['9999999999999.99', 'EUR', 'point', 999_999_999_999_999],
  ])('%s %s with a decimal %s is %d', (text, code, separator, expected) => {
    expect(parseMinorUnits(text, currency(code), separator)).toBe(expected);
  });

  it.each<[string, string, DecimalSeparator]>([
    ['', 'EUR', 'point'],
    ['-', 'EUR', 'point'],
    ['.5', 'EUR', 'point'],
    ['1.005', 'EUR', 'point'],
    ['1.5', 'JPY', 'point'],
    ['1,50', 'EUR', 'point'],
    ['1.50', 'EUR', 'comma'],
    ['1.2.3', 'EUR', 'point'],
    ['12,34,567.00', 'EUR', 'point'],
    ['-1-', 'EUR', 'point'],
    ['1e3', 'EUR', 'point'],
    ['0x10', 'EUR', 'point'],
    ['NaN', 'EUR', 'point'],
    ['١٢', 'EUR', 'point'],
    ['99999999999999.99', 'EUR', 'point'],
    ['1'.repeat(100_000), 'EUR', 'point'],
    [`1${',111'.repeat(100_000)}`, 'EUR', 'point'],
  ])('%s %s with a decimal %s is refused', (text, code, separator) => {
    expect(parseMinorUnits(text, currency(code), separator)).toBeUndefined();
  });

  it('is parsed as it is printed', () => {
    const amounts = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(amounts, fc.constantFrom(...CURRENCIES), (amount, code) => {
        const text = decimalText(money(amount, code));
        expect(parseMinorUnits(text, code, 'point')).toBe(amount);
        expect(parseMinorUnits(text.replace('.', ','), code, 'comma')).toBe(amount);
      }),
    );
  });
});

describe('a date', () => {
  it.each<[string, DateFormat, string]>([
    ['2026-01-31', 'yyyy-mm-dd', '2026-01-31'],
    ['2026-01-31 09:30', 'yyyy-mm-dd', '2026-01-31'],
    ['31.01.2026', 'dd.mm.yyyy', '2026-01-31'],
    ['1.2.2026', 'dd.mm.yyyy', '2026-02-01'],
    ['01/02/2026', 'dd/mm/yyyy', '2026-02-01'],
    ['01/02/2026', 'mm/dd/yyyy', '2026-01-02'],
    ['20240229', 'yyyymmdd', '2024-02-29'],
  ])('%s in the format %s is %s', (text, format, expected) => {
    expect(parseCalendarDate(text, format)).toBe(expected);
  });

  it.each<[string, DateFormat]>([
    ['', 'yyyy-mm-dd'],
    ['31.01.2026', 'yyyy-mm-dd'],
    ['2026-02-30', 'yyyy-mm-dd'],
    ['2026-13-01', 'yyyy-mm-dd'],
    ['0000-01-01', 'yyyy-mm-dd'],
    ['12026-01-01', 'yyyy-mm-dd'],
    ['13/13/2026', 'dd/mm/yyyy'],
    ['20230229', 'yyyymmdd'],
    ['01.02.26', 'dd.mm.yyyy'],
  ])('%s in the format %s is refused', (text, format) => {
    expect(parseCalendarDate(text, format)).toBeUndefined();
  });
});
