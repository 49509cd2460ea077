import { expect, it } from '@jest/globals';
import { csvText } from './csv.js';

it.each([
  ['INV-1', 'INV-1'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' spaces ', '" spaces "'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['a;=1', `"a;'=1"`],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
])('writes %j as %s', (text, field) => {
  expect(csvText([[text]])).toBe(`${field}\r\n`);
});

it('separates fields and ends every record', () => {
  expect(
    csvText([
      ['id', 'amount'],
      ['txn_1', '12.50'],
    ]),
  ).toBe('id,amount\r\ntxn_1,12.50\r\n');
});
