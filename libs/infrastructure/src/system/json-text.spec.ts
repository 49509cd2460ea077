import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonText } from './json-text.js';

/** Has V8 meet a key in the place where another, spelled with an escape, will stand next. */
const warmUpParser = (text: string): void => {
  for (let time = 0; time < 100; time += 1) JSON.parse(text);
};

describe('reading JSON', () => {
  it('takes no escaped key for one that stood in its place before', () => {
    warmUpParser('{"a":1,"\\\\":2}');
    expect(parseJsonText('{"a":1,"\\u0062":2}')).toEqual({ a: 1, b: 2 });
    warmUpParser('{"x":{"a":1,"\\\\":2}}');
    expect(parseJsonText('{"x":[{"a":1,"\\u00e9\\"":2}]}')).toEqual({ x: [{ a: 1, 'é"': 2 }] });
  });

  it('lets the last of two spellings of one key win, as it does for one spelling', () => {
    expect(parseJsonText('{"a":1,"\\u0061":2}')).toEqual({ a: 2 });
  });

  it('keeps a __proto__ that hides behind an escape a key like any other', () => {
    expect(Object.keys(parseJsonText('{"\\u005f_proto__":1}') as object)).toEqual(['__proto__']);
  });

  it('gives up a text without an end as soon as one that has an end', () => {
    const endless = `{"${'\\"'.repeat(130_000)}`;
    const startedAt = performance.now();
    expect(() => parseJsonText(endless)).toThrow(SyntaxError);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('reads very many values beside an escaped key in about the time that they take without one', () => {
    const page = Array.from({ length: 100 }, () => ({
      '\\': 1,
      values: Array.from({ length: 4_000 }, () => 0),
    }));
    const text = JSON.stringify(page);
    const best = (read: (text: string) => unknown): number =>
      Math.min(
        ...Array.from({ length: 7 }, () => {
          const startedAt = performance.now();
          expect(read(text)).toHaveLength(100);
          return performance.now() - startedAt;
        }),
      );
    expect(best(parseJsonText)).toBeLessThan(15 * best((all) => JSON.parse(all) as unknown));
  });

  it('finds escaped keys however deep they lie', () => {
    const depth = 30_000;
    let inside = parseJsonText(`${'{"\\\\":['.repeat(depth)}1${']}'.repeat(depth)}`);
    for (let level = 0; level < depth; level += 1) [inside] = (inside as Record<string, unknown[]>)['\\']!;
    expect(inside).toBe(1);
  });

  it('keeps a plain __proto__ beside an escaped key, and the escaped keys within it', () => {
    const read = parseJsonText('{"__proto__":{"\\u0061":1},"\\u0062":2}') as object;
    expect(Object.entries(read)).toEqual([
      ['__proto__', { a: 1 }],
      ['b', 2],
    ]);
  });

  it.each(['{"\\x":1}', '{"a\\":1}', '{"\\u00":1}', '{"\\n" 1}', '\\', '{"\\"":}'])(
    'throws at %s',
    (text) => {
      expect(() => parseJsonText(text)).toThrow(SyntaxError);
    },
  );

  it('reads whatever JSON can say, however it is spelled', () => {
    const escaped = (text: string): string =>
      text.replaceAll(/[^\x20-\x7e]|a/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJsonText(text))).toBe(text);
        // Words such as `false` hold the letter as well, and cannot be spelled otherwise.
        if (!/false|null/.test(text)) expect(JSON.stringify(parseJsonText(escaped(text)))).toBe(text);
      }),
    );
  });
});
