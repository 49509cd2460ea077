import { type DomainError, invalidRequest } from './errors.js';
import { isCleanText, isTextOfLength } from './text.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** The caller's key-value pairs, returned byte for byte as they were sent. */
export type Metadata = JsonObject;

export const MAX_METADATA_KEYS = 50;
export const MAX_METADATA_KEY_LENGTH = 40;
export const MAX_METADATA_BYTES = 8 * 1024;
export const MAX_METADATA_DEPTH = 3;

/** Validates without recursion: the caller controls the depth of the input. */
export function parseMetadata(value: unknown): Metadata {
  const problem = problemOf(value);
  if (problem !== undefined) throw invalid(problem);
  return value as Metadata;
}

/** Deleted keys do not count towards the limits, so that a change can replace all keys at once. */
export function parseMetadataChange(value: unknown): Metadata {
  const problem = isObject(value)
    ? (problemOfKeys(Object.keys(value)) ?? problemOf(withoutNulls(value)))
    : problemOf(value);
  if (problem !== undefined) throw invalid(problem);
  return value as Metadata;
}

/** Top-level keys replace, `null` deletes. The limits also apply to the result. */
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
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));

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
 * Counts UTF-8 bytes of JSON with numbers in full, as `jsonb` stores them in events: 8 KiB of numbers such as 1e308
 * would otherwise become 360 KiB in each event.
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

function omittedZeros(value: object): number {
  let zeros = 0;
  JSON.stringify(value, (_, field: unknown) => {
    if (typeof field === 'number') zeros += Math.abs(Number(String(field).split('e')[1] ?? 0));
    return field;
  });
  return zeros;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (problem: string): DomainError => invalidRequest(`metadata ${problem}.`);
