import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvField, csvText, neutralizeFormulas } from './csv.js';

describe('a field of a CSV file', () => {
  it('is quoted as the library quotes it', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...Array.from('aZ09 ,;"\r\n\t.:/+-_=')) }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(csvField(text)).toBe(csvText([[text, 'x']]).slice(0, -',x\r\n'.length));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['INV-1', 'INV-1'],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' padded', '" padded"'],
  ])('%j becomes %j', (text, expected) => {
    expect(csvField(text)).toBe(expected);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['a=1', 'a=1'],
  ])('as text, %j becomes %j, which no spreadsheet runs', (text, expected) => {
    expect(neutralizeFormulas(text)).toBe(expected);
  });
});
