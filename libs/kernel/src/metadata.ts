import { type DomainError, invalidRequest } from './errors.js';
import { isCleanText, isTextOfLength } from './text.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** A caller's own key-value pairs, kept and given back byte for byte. */
export type Metadata = JsonObject;

export const MAX_METADATA_KEYS = 50;
export const MAX_METADATA_KEY_LENGTH = 40;
export const MAX_METADATA_BYTES = 8 * 1024;
/** How deep objects and lists may nest inside one value. */
export const MAX_METADATA_DEPTH = 3;

/** Checks what a caller sent as metadata. Walks without recursion: the depth of the input is the caller's to choose. */
export function parseMetadata(value: unknown): Metadata {
  const problem = problemOf(value);
  if (problem !== undefined) throw invalid(problem);
  return value as Metadata;
}

/** Checks what a caller sent to change metadata. What it deletes takes no room: all keys may be exchanged at once. */
export function parseMetadataChange(value: unknown): Metadata {
  const problem = isObject(value)
    ? (problemOfKeys(Object.keys(value)) ?? problemOf(withoutNulls(value)))
    : problemOf(value);
  if (problem !== undefined) throw invalid(problem);
  return value as Metadata;
}

/** Top-level keys replace, `null` deletes. What comes out obeys the same limits as what is created. */
export function mergeMetadata(current: Metadata, change: Metadata | null): Metadata {
  if (change === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return parseMetadata(Object.fromEntries(merged));
}

function problemOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const keys = Object.keys(value);
  if (keys.length > MAX_METADATA_KEYS) return `must have at most ${MAX_METADATA_KEYS} keys`;
  return problemOfKeys(keys) ?? problemWithin(value) ?? problemOfSize(value);
}

const problemOfKeys = (keys: readonly string[]): string | undefined =>
  keys.every((key) => isTextOfLength(key, 1, MAX_METADATA_KEY_LENGTH))
    ? undefined
    : `must have keys of 1 to ${MAX_METADATA_KEY_LENGTH} characters without control characters`;

const withoutNulls = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, kept]) => kept !== null));

function problemWithin(root: object): string | undefined {
  const stack: { value: unknown; depth: number }[] = Object.values(root).map((value: unknown) => ({
    value,
    depth: 1,
  }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isCleanText(value))
      return 'must have no control characters in its values';
    if (typeof value === 'number' && !Number.isFinite(value)) return 'must have finite numbers only';
    if (value === undefined || ['function', 'bigint', 'symbol'].includes(typeof value))
      return 'must be plain JSON';
    if (typeof value === 'object' && value !== null) {
      if (depth > MAX_METADATA_DEPTH) return `must have values at most ${MAX_METADATA_DEPTH} levels deep`;
      if (!Object.keys(value).every(isCleanText)) return 'must have no control characters in its keys';
      for (const child of Object.values(value) as unknown[]) stack.push({ value: child, depth: depth + 1 });
    }
  }
  return undefined;
}

/**
 * Measured as UTF-8 JSON, which is how it travels, with its numbers written out, which is how events keep them: eight
 * kilobytes of numbers such as 1e308 would be 360 in each of them. Depth and keys are bounded before, so these
 * walks are short.
 */
function problemOfSize(value: object): string | undefined {
  const json = JSON.stringify(value);
  const bytes = bytesOf(json);
  if (bytes > MAX_METADATA_BYTES) return `must be at most ${MAX_METADATA_BYTES} bytes of JSON`;
  return EXPONENT.test(json) && bytes + omittedZeros(value) > MAX_METADATA_BYTES
    ? `must be at most ${MAX_METADATA_BYTES} bytes of JSON with its numbers written out`
    : undefined;
}

function bytesOf(json: string): number {
  let bytes = 0;
  for (const character of json) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const EXPONENT = /\de[+-]\d/;

/** As many as the exponents of its numbers stand for. */
function omittedZeros(value: object): number {
  let zeros = 0;
  JSON.stringify(value, (_, inside: unknown) => {
    if (typeof inside === 'number') zeros += Math.abs(Number(String(inside).split('e')[1] ?? 0));
    return inside;
  });
  return zeros;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (problem: string): DomainError => invalidRequest(`metadata ${problem}.`);
