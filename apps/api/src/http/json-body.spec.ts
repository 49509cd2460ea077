import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseBody } from './json-body.js';
import { DEFAULT_LIMITS } from '../common/limits.js';

const parse = (text: string): unknown => parseBody(Buffer.from(text), DEFAULT_LIMITS);

describe('parseBody', () => {
  it('returns any valid object unchanged', () => {
    const clean = fc.string({ unit: fc.constantFrom('a', 'Z', '"', '\\', ':', '{', '}', ' ', 'é', '🦊') });
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.oneof(clean, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(clean, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(clean, tree, { maxKeys: 5, noNullPrototype: true }), (body) => {
        const text = JSON.stringify(body);
        expect(JSON.stringify(parse(text))).toBe(text);
      }),
    );
  });

  it('returns undefined for an empty body', () => {
    expect(parse('')).toBeUndefined();
  });

  it.each<[text: string, message: RegExp]>([
    ['{', /not well-formed JSON/],
    ['{"a":1}{"b":1}', /not well-formed JSON/],
    ["{'a':1}", /not well-formed JSON/],
    ['{"a":NaN}', /not well-formed JSON/],
    ['\ufeff{"a":1}', /not well-formed JSON/],
    ['[]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['"a"', /must be a JSON object/],
    ['{"a":1,"a":1}', /duplicate field/],
    ['{"a":1,"\\u0061":2}', /duplicate field/],
    ['{"m":{"x":{"k":1,"k":2}}}', /duplicate field/],
    ['{"__proto__":1}', /__proto__/],
    ['{"m":[{"__proto__":1}]}', /__proto__/],
    ['{"a":"\\u0000"}', /^a must not contain control characters/],
    ['{"a":["\\u001b"]}', /must not contain control characters/],
    ['{"a":"\\ud83e"}', /lone surrogate/],
    ['{"a\\u0085":1}', /^A field name contains/],
    ['{"password":"\\u0000"}', /^password must not contain NUL characters/],
    ['{"m":{"password":"\\t"}}', /^m\.password must not/],
  ])('rejects %s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('rejects too many values before it parses them', () => {
    const list = (count: number, one: string): string => `{"list":[${Array(count).fill(one).join(',')}]}`;
    for (const [count, one] of [
      [4_999, '"\\u0061[,{"'],
      [4_999, '{ }'],
      [4_999, '[\n]'],
      [2_499, '{"\\u0061":","}'],
      [2_499, '[[]]'],
      [1_666, '[0,0]'],
    ] as const) {
      expect(parse(list(count, one))).toBeDefined();
      expect(() => parse(list(count + 1, one))).toThrow('more than 5000 values');
      expect(() => parse(list(count + 1, one).slice(0, -1))).toThrow('more than 5000 values');
    }
  });

  it.each(['[', '{"a":', '[{"\\u0061":'])('counts nested values: %s', (opening) => {
    expect(() => parse(`{"list":${opening.repeat(5_000)}`)).toThrow('more than 5000 values');
  });

  it.each([
    '0.99999999999999999999',
    '1000.0000000000000001',
    '1000000000000.00001',
    '12345678901234567890',
    '-9007199254740993',
    '1e400',
    '1e-400',
    '123456789.123456789e5',
  ])('rejects %s, which a double cannot represent exactly', (number) => {
    const message = `The body contains the number ${number}, which cannot be represented exactly.`;
    expect(() => parse(`{"amount":${number}}`)).toThrow(message);
    expect(() => parse(`{"metadata":{"list":["\\"",1,${number} ,true]}}`)).toThrow(message);
  });

  it.each([
    '0',
    '-0',
    '0.0e12',
    '1.50',
    '100000000000000000000',
    '1E5',
    '1e+5',
    '12.5e-7',
    '5e-324',
    '1.7976931348623157e308',
    '9007199254740992',
    '0.1234567890123456',
    '201184156777202.12',
    '0.00000000000000000001',
  ])('accepts %s, which a double represents exactly', (number) => {
    expect(parse(`{"a":${number}}`)).toEqual({ a: Number(number) });
  });

  it('scans a number of many digits in linear time', () => {
    expect(() => parse(`{"a":1${'0'.repeat(250_000)}1}`)).toThrow(
      /^The body contains the number 10+…, which/,
    );
  });

  it('ignores strings that look like numbers', () => {
    const body = { '12345678901234567890': 'is 12345678901234567890, "1e400" and 0.99999999999999999999' };
    expect(parse(JSON.stringify(body))).toEqual(body);
  });

  it('accepts a tab in a password at the top level only', () => {
    for (const field of ['password', 'current_password'])
      expect(parse(`{"${field}":"\\t"}`)).toEqual({ [field]: '\t' });
  });

  it('rejects deep nesting without recursion', () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(() => parse(nested(16))).not.toThrow();
    expect(() => parse(nested(17))).toThrow(/16 levels/);
    expect(() => parse(`{"a":${'['.repeat(120_000)}${']'.repeat(120_000)}}`)).toThrow(
      /levels|well-formed|values/,
    );
  });

  it('rejects invalid UTF-8', () => {
    expect(() =>
      parseBody(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), DEFAULT_LIMITS),
    ).toThrow(/UTF-8/);
  });
});
