import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonText } from './json-text.js';

/** Makes V8 predict a key at the position where the test has an escaped key. */
const warmUpParser = (text: string): void => {
  for (let time = 0; time < 100; time += 1) JSON.parse(text);
};

describe('parsing JSON', () => {
  it('does not mistake an escaped key for the key that V8 predicts', () => {
    warmUpParser('{"a":1,"\\\\":2}');
    expect(parseJsonText('{"a":1,"\\u0062":2}')).toEqual({ a: 1, b: 2 });
    warmUpParser('{"x":{"a":1,"\\\\":2}}');
    expect(parseJsonText('{"x":[{"a":1,"\\u00e9\\"":2}]}')).toEqual({ x: [{ a: 1, 'é"': 2 }] });
  });

  it('uses the last value of a key that is also written with an escape', () => {
    expect(parseJsonText('{"a":1,"\\u0061":2}')).toEqual({ a: 2 });
  });

  it('treats an escaped __proto__ as an ordinary key', () => {
    expect(Object.keys(parseJsonText('{"\\u005f_proto__":1}') as object)).toEqual(['__proto__']);
  });

  it('rejects an unterminated string in linear time', () => {
    const endless = `{"${'\\"'.repeat(130_000)}`;
    const startedAt = performance.now();
    expect(() => parseJsonText(endless)).toThrow(SyntaxError);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('reads many values beside an escaped key almost as fast as without one', () => {
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

  it('finds escaped keys at any depth', () => {
    const depth = 30_000;
    let inside = parseJsonText(`${'{"\\\\":['.repeat(depth)}1${']}'.repeat(depth)}`);
    for (let level = 0; level < depth; level += 1) [inside] = (inside as Record<string, unknown[]>)['\\']!;
    expect(inside).toBe(1);
  });

  it('keeps a plain __proto__ beside an escaped key, and escaped keys inside it', () => {
    const read = parseJsonText('{"__proto__":{"\\u0061":1},"\\u0062":2}') as object;
    expect(Object.entries(read)).toEqual([
      ['__proto__', { a: 1 }],
      ['b', 2],
    ]);
  });

  it.each(['{"\\x":1}', '{"a\\":1}', '{"\\u00":1}', '{"\\n" 1}', '\\', '{"\\"":}'])(
    'throws for %s',
    (text) => {
      expect(() => parseJsonText(text)).toThrow(SyntaxError);
    },
  );

  it('reads any JSON value, with and without escapes', () => {
    const escaped = (text: string): string =>
      text.replaceAll(/[^\x20-\x7e]|a/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJsonText(text))).toBe(text);
        // Literals such as `false` contain the letter too, and cannot be escaped.
        if (!/false|null/.test(text)) expect(JSON.stringify(parseJsonText(escaped(text)))).toBe(text);
      }),
    );
  });
});
