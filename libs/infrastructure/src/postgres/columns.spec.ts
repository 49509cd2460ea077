import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bigintColumn, safeInteger } from './columns.js';

describe('a bigint', () => {
  it('is read as the number that was written', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(safeInteger(String(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it.each([
    '9007199254740992',
    '-9007199254740992',
    '9223372036854775807',
    '',
    ' 1',
    '1.0',
    '1e3',
    '0x10',
    'NaN',
  ])('is rejected if it is not a safe integer: "%s"', (text) => {
    expect(() => safeInteger(text)).toThrow(RangeError);
  });

  it.each([[null], [undefined], [1.5], [Number.NaN], [10n], [true], [[]]])(
    'is not converted from %p',
    (value) => {
      expect(() => safeInteger(value)).toThrow(RangeError);
    },
  );

  it('can be null in a column', () => {
    expect(bigintColumn.transformer.from(null)).toBeNull();
    expect(bigintColumn.transformer.to(undefined)).toBeUndefined();
    expect(bigintColumn.transformer.from('7500')).toBe(7500);
    expect(() => bigintColumn.transformer.to(0.5) as unknown).toThrow(RangeError);
  });
});
