import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Json,
  MAX_METADATA_BYTES,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  mergeMetadata,
  type Metadata,
  parseMetadata,
  parseMetadataChange,
} from './metadata.js';

const refusal = (value: unknown) => {
  try {
    parseMetadata(value);
    return undefined;
  } catch (error) {
    return error as { code: string; message: string };
  }
};

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

/** Lists or objects inside one another, made as text so that nothing here recurses either. */
const nested = (levels: number, open: string, close: string) =>
  JSON.parse(`{"deep":${open.repeat(levels)}1${close.repeat(levels)}}`) as unknown;

const reserved = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];
const withReserved = (value: Json): unknown =>
  JSON.parse(`{${reserved.map((key) => `"${key}":${JSON.stringify(value)}`).join(',')}}`);

describe('metadata', () => {
  it('comes back byte for byte', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !/\p{C}/u.test(value));
    const key = text.filter((value) => value.length > 0 && value.length <= 40);
    const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(key, leaf, { maxKeys: 3 }));
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 8 }), (given) => {
        const json = JSON.stringify(given);
        expect(JSON.stringify(parseMetadata(JSON.parse(json)))).toBe(json);
      }),
    );
  });

  it.each([[null], [undefined], [[]], ['text'], [7], [true]])('must be an object, not %p', (value) => {
    expect(refusal(value)).toMatchObject({ code: 'invalid_request', message: 'metadata must be an object.' });
  });

  it('may have fifty keys and not one more', () => {
    expect(refusal(keys(MAX_METADATA_KEYS))).toBeUndefined();
    expect(refusal(keys(MAX_METADATA_KEYS + 1))?.message).toContain('at most 50 keys');
  });

  it('may have keys of one to forty characters as a reader counts them', () => {
    expect(refusal({ ['😀'.repeat(MAX_METADATA_KEY_LENGTH)]: 1 })).toBeUndefined();
    expect(refusal({ ['k'.repeat(MAX_METADATA_KEY_LENGTH + 1)]: 1 })?.message).toContain(
      '1 to 40 characters',
    );
    expect(refusal({ '': 1 })?.message).toContain('1 to 40 characters');
  });

  it.each([
    ['ASCII', 'x', 1],
    ['two bytes', 'é', 2],
    ['three bytes', '€', 3],
    ['the first of three bytes', '\u0800', 3],
    ['four bytes', '😀', 4],
    ['the first of four bytes', '\u{10000}', 4],
  ])('may be 8 KiB of JSON and not one byte more, counted in UTF-8: %s', (_, character, size) => {
    const room = MAX_METADATA_BYTES - '{"k":""}'.length;
    const filled = character.repeat(Math.floor(room / size)) + 'x'.repeat(room % size);
    expect(Buffer.byteLength(JSON.stringify({ k: filled }))).toBe(MAX_METADATA_BYTES);
    expect(refusal({ k: filled })).toBeUndefined();
    expect(refusal({ k: `${filled}x` })?.message).toContain('8192 bytes');
  });

  it.each([1e308, -1e308, 1.5e-300, 5e-324])(
    'has room for few numbers such as %d, all of whose digits count',
    (number) => {
      const filled = (count: number) => refusal({ list: Array.from({ length: count }, () => [{ number }]) });
      expect(filled(22)).toBeUndefined();
      expect(filled(30)?.message).toBe(
        'metadata must be at most 8192 bytes of JSON with its numbers written out.',
      );
    },
  );

  it('has room for many numbers that are long only in words, or not at all', () => {
    expect(refusal({ list: Array.from({ length: 900 }, () => '1e+308') })).toBeUndefined();
    expect(refusal({ huge: 1e308, list: Array.from({ length: 3_000 }, () => 1) })).toBeUndefined();
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('may have values three levels deep and not four: %s', (_, open, close) => {
    expect(refusal(nested(3, open, close))).toBeUndefined();
    expect(refusal(nested(4, open, close))?.message).toContain('3 levels deep');
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('is refused, not fatal, when it is five thousand levels deep: %s', (_, open, close) => {
    expect(refusal(nested(5_000, open, close))).toMatchObject({ code: 'invalid_request' });
  });

  it.each(['\u0000', 'line\nbreak', '\u0085', '\u007f', '\ud800', 'a\udc00b'])(
    'has no place for %p, in keys or values',
    (text) => {
      for (const value of [
        { [text]: 1 },
        { k: text },
        { k: [text] },
        { k: { [text]: 1 } },
        { k: { a: { b: text } } },
      ]) {
        expect(refusal(value)).toMatchObject({
          code: 'invalid_request',
          message: expect.stringContaining('control characters'),
        });
      }
    },
  );

  it.each([
    [NaN, 'finite'],
    [Infinity, 'finite'],
    [undefined, 'plain JSON'],
    [1n, 'plain JSON'],
    [Symbol('s'), 'plain JSON'],
    [() => 1, 'plain JSON'],
  ])('is plain JSON, so without %p', (value, word) => {
    const refused = { code: 'invalid_request', message: expect.stringContaining(word) };
    expect(refusal({ k: value })).toMatchObject(refused);
    expect(refusal({ k: [value] })).toMatchObject(refused);
  });

  it('keeps keys that objects inherit, and changes nothing but its own copy', () => {
    const given = withReserved('mine');
    const json = JSON.stringify(given);
    expect(JSON.stringify(parseMetadata(given))).toBe(json);
    expect(JSON.stringify(mergeMetadata({}, given as Metadata))).toBe(json);
    expect(JSON.stringify(mergeMetadata(given as Metadata, {}))).toBe(json);
    expect(JSON.stringify(mergeMetadata(given as Metadata, withReserved(null) as Metadata))).toBe('{}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

const nulls = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`gone${index}`, null]));

describe('a change of metadata', () => {
  it('has room for fifty keys beside all that it deletes', () => {
    const change = { ...nulls(MAX_METADATA_KEYS), ...keys(MAX_METADATA_KEYS) };
    expect(parseMetadataChange(change)).toBe(change);
    expect(parseMetadataChange(nulls(1_000))).toEqual(nulls(1_000));
    expect(() => parseMetadataChange({ ...nulls(1), ...keys(51) })).toThrow('at most 50 keys');
  });

  it.each([
    ['a list', [], 'must be an object'],
    ['null', null, 'must be an object'],
    ['a key too long', { ['k'.repeat(41)]: 1 }, '1 to 40 characters'],
    ['a key too long to be deleted', { ['k'.repeat(41)]: null }, '1 to 40 characters'],
    ['a control character', { k: '\u0000' }, 'control characters'],
    ['too much', { gone: null, k: 'x'.repeat(MAX_METADATA_BYTES) }, '8192 bytes'],
  ])('obeys the other limits: %s', (_, change, words) => {
    expect(() => parseMetadataChange(change)).toThrow(words);
  });

  it('replaces what it names, deletes what it sets to null, and leaves the rest', () => {
    const current = { kept: 1, changed: { a: 1 }, gone: true };
    expect(mergeMetadata(current, { changed: { b: 2 }, gone: null, added: [1] })).toEqual({
      kept: 1,
      changed: { b: 2 },
      added: [1],
    });
    expect(current).toEqual({ kept: 1, changed: { a: 1 }, gone: true });
  });

  it('clears everything when it is null', () => {
    expect(mergeMetadata({ a: 1 }, null)).toEqual({});
  });

  it('may be made twice without harm', () => {
    const change = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(change, change, (start, next) => {
        const current = mergeMetadata({}, start);
        const once = mergeMetadata(current, next);
        expect(mergeMetadata(once, next)).toEqual(once);
      }),
    );
  });

  it('must not make it larger than it may be', () => {
    const half = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`other${index}`, index]));
    expect(() => mergeMetadata(keys(30), half)).toThrow('at most 50 keys');
    expect(() => mergeMetadata({ a: 'x'.repeat(5_000) }, { b: 'x'.repeat(5_000) })).toThrow('8192 bytes');
  });
});
