import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine, plainField, textField } from './csv.js';

/** Reads one line as RFC 4180 says, with whatever separator a spreadsheet is set to. */
function readLine(line: string, separator = ','): string[] {
  const fields: string[] = [];
  let rest = line.replace(/\r\n$/, '');
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const plain = new RegExp(`^[^${separator}]*`).exec(rest)?.[0] ?? '';
    fields.push(quoted === null ? plain : (quoted[1] ?? '').replaceAll('""', '"'));
    rest = rest.slice((quoted?.[0] ?? plain).length);
    if (rest === '') return fields;
    rest = rest.slice(1);
  }
}

const FORMULA = /^[\s"']*[=+\-@＝＋－＠]/u;

describe('a field of text', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 1234', "'+49 1234"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1+1', "'  =1+1"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x.example","go")', `"'=HYPERLINK(""http://x.example"",""go"")"`],
    ['order 7;=1+1', `"order 7;'=1+1"`],
    ['order 7', 'order 7'],
    ['a-b=c', 'a-b=c'],
    ['', ''],
    ['said "no", twice', '"said ""no"", twice"'],
    ['two\nlines', '"two\nlines"'],
  ])('%j is written as %s', (text, written) => {
    expect(textField(text)).toBe(written);
  });

  it('comes back as it was, or with apostrophes that keep it from being calculated', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const read = readLine(csvLine(texts.map(textField)));
        expect(read).toHaveLength(texts.length);
        expect(read.map((field) => field.replaceAll("'", ''))).toEqual(
          texts.map((text) => text.replaceAll("'", '')),
        );
      }),
    );
  });

  it('never begins a formula, not even where semicolons separate fields', () => {
    const nasty = fc.array(fc.constantFrom('=', '+', '-', '@', ';', ' ', '"', "'", 'a', '1', '\t', '＝'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(nasty, (characters) => {
        const text = characters.join('');
        const [field = ''] = readLine(csvLine([textField(text)]));
        for (const part of field.split(';')) expect(part.replace(/^'.*/s, '')).not.toMatch(FORMULA);
      }),
    );
  });
});

describe('a field of ours', () => {
  it('stays a number that can be added up', () => {
    expect(csvLine([plainField('-75.00'), plainField(3)])).toBe('-75.00,3\r\n');
  });
});
