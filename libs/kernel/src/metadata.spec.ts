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

const errorOf = (value: unknown) => {
  try {
    parseMetadata(value);
    return undefined;
  } catch (error) {
    return error as { code: string; message: string };
  }
};

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

/** Built as text, so that the test does not recurse. */
const nested = (levels: number, open: string, close: string) =>
  JSON.parse(`{"deep":${open.repeat(levels)}1${close.repeat(levels)}}`) as unknown;

const reserved = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];
const withReserved = (value: Json): unknown =>
  JSON.parse(`{${reserved.map((key) => `"${key}":${JSON.stringify(value)}`).join(',')}}`);

describe('metadata', () => {
  it('is returned byte for byte', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !/\p{C}/u.test(value));
    const key = text.filter((value) => value.length > 0 && value.length <= 40);
    const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(key, leaf, { maxKeys: 3 }));
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 8 }), (metadata) => {
        const json = JSON.stringify(metadata);
        expect(JSON.stringify(parseMetadata(JSON.parse(json)))).toBe(json);
      }),
    );
  });

  it.each([[null], [undefined], [[]], ['text'], [7], [true]])('must be an object, not %p', (value) => {
    expect(errorOf(value)).toMatchObject({ code: 'invalid_request', message: 'metadata must be an object.' });
  });

  it('allows 50 keys and rejects 51', () => {
    expect(errorOf(keys(MAX_METADATA_KEYS))).toBeUndefined();
    expect(errorOf(keys(MAX_METADATA_KEYS + 1))?.message).toContain('at most 50 keys');
  });

  it('allows keys of 1 to 40 characters, counted as code points', () => {
    expect(errorOf({ ['😀'.repeat(MAX_METADATA_KEY_LENGTH)]: 1 })).toBeUndefined();
    expect(errorOf({ ['k'.repeat(MAX_METADATA_KEY_LENGTH + 1)]: 1 })?.message).toContain(
      '1 to 40 characters',
    );
    expect(errorOf({ '': 1 })?.message).toContain('1 to 40 characters');
  });

  it.each([
    ['ASCII', 'x', 1],
    ['two bytes', 'é', 2],
    ['three bytes', '€', 3],
    ['the first of three bytes', '\u0800', 3],
    ['four bytes', '😀', 4],
    ['the first of four bytes', '\u{10000}', 4],
  ])('allows 8 KiB of UTF-8 JSON and rejects one byte more: %s', (_, character, size) => {
    const maxLength = MAX_METADATA_BYTES - '{"k":""}'.length;
    const filled = character.repeat(Math.floor(maxLength / size)) + 'x'.repeat(maxLength % size);
    expect(Buffer.byteLength(JSON.stringify({ k: filled }))).toBe(MAX_METADATA_BYTES);
    expect(errorOf({ k: filled })).toBeUndefined();
    expect(errorOf({ k: `${filled}x` })?.message).toContain('8192 bytes');
  });

  it.each([1e308, -1e308, 1.5e-300, 5e-324])('counts all digits of numbers such as %d', (number) => {
    const filled = (count: number) => errorOf({ list: Array.from({ length: count }, () => [{ number }]) });
    expect(filled(22)).toBeUndefined();
    expect(filled(30)?.message).toBe(
      'metadata must be at most 8192 bytes of JSON with its numbers written out.',
    );
  });

  it('does not count exponents in strings, and allows many short numbers', () => {
    expect(errorOf({ list: Array.from({ length: 900 }, () => '1e+308') })).toBeUndefined();
    expect(errorOf({ huge: 1e308, list: Array.from({ length: 3_000 }, () => 1) })).toBeUndefined();
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('allows values 3 levels deep and rejects 4: %s', (_, open, close) => {
    expect(errorOf(nested(3, open, close))).toBeUndefined();
    expect(errorOf(nested(4, open, close))?.message).toContain('3 levels deep');
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('rejects 5,000 levels without a stack overflow: %s', (_, open, close) => {
    expect(errorOf(nested(5_000, open, close))).toMatchObject({ code: 'invalid_request' });
  });

  it.each(['\u0000', 'line\nbreak', '\u0085', '\u007f', '\ud800', 'a\udc00b'])(
    'rejects %p in keys and values',
    (text) => {
      for (const value of [
        { [text]: 1 },
        { k: text },
        { k: [text] },
        { k: { [text]: 1 } },
        { k: { a: { b: text } } },
      ]) {
        expect(errorOf(value)).toMatchObject({
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
  ])('rejects %p', (value, message) => {
    const error = { code: 'invalid_request', message: expect.stringContaining(message) };
    expect(errorOf({ k: value })).toMatchObject(error);
    expect(errorOf({ k: [value] })).toMatchObject(error);
  });

  it('keeps keys such as __proto__ and constructor, without prototype pollution', () => {
    const metadata = withReserved('value') as Metadata;
    const json = JSON.stringify(metadata);
    expect(JSON.stringify(parseMetadata(metadata))).toBe(json);
    expect(JSON.stringify(mergeMetadata({}, metadata))).toBe(json);
    expect(JSON.stringify(mergeMetadata(metadata, {}))).toBe(json);
    expect(JSON.stringify(mergeMetadata(metadata, withReserved(null) as Metadata))).toBe('{}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

const nulls = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`deleted${index}`, null]));

describe('a metadata change', () => {
  it('allows 50 keys in addition to those it deletes', () => {
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
    ['too many bytes', { deleted: null, k: 'x'.repeat(MAX_METADATA_BYTES) }, '8192 bytes'],
  ])('applies the other limits: %s', (_, change, message) => {
    expect(() => parseMetadataChange(change)).toThrow(message);
  });

  it('replaces keys, deletes those set to null, and keeps the others', () => {
    const current = { unchanged: 1, changed: { a: 1 }, deleted: true };
    expect(mergeMetadata(current, { changed: { b: 2 }, deleted: null, added: [1] })).toEqual({
      unchanged: 1,
      changed: { b: 2 },
      added: [1],
    });
    expect(current).toEqual({ unchanged: 1, changed: { a: 1 }, deleted: true });
  });

  it('deletes all keys when it is null', () => {
    expect(mergeMetadata({ a: 1 }, null)).toEqual({});
  });

  it('is idempotent', () => {
    const change = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(change, change, (start, next) => {
        const current = mergeMetadata({}, start);
        const once = mergeMetadata(current, next);
        expect(mergeMetadata(once, next)).toEqual(once);
      }),
    );
  });

  it('is rejected when the result exceeds the limits', () => {
    const added = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`other${index}`, index]));
    expect(() => mergeMetadata(keys(30), added)).toThrow('at most 50 keys');
    expect(() => mergeMetadata({ a: 'x'.repeat(5_000) }, { b: 'x'.repeat(5_000) })).toThrow('8192 bytes');
  });
});
