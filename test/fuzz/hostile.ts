import fc, { type Arbitrary } from 'fast-check';
import { Placeholder, Pairs, RawJson, type ValueKind, type Ownership } from './placeholders.js';

/** Part of every password that is sent. A response or log line that contains it leaks a password. */
export const PASSWORD_CANARY = 'p4ssw0rd-m4rk';

export const placeholder = (
  kind: ValueKind,
  ownership: Ownership = 'own',
  max = 1_000,
): Arbitrary<Placeholder> => fc.nat(max).map((pick) => new Placeholder(kind, ownership, pick));

/** Names with a meaning in JavaScript, PostgreSQL or the service. */
export const FIELD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  'length',
  '',
  ' ',
  '\u0000',
  'id',
  'status',
  'role',
  'account_id',
  'amount',
  'currency',
  'created_at',
  'available',
  'kind',
  'a'.repeat(300),
  '$ref',
  '🔑',
  'nаme',
] as const;

/** Text that often breaks parsers. */
const TEXTS = [
  '',
  ' ',
  '\t\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u007f',
  '\u0085',
  '\u200b',
  '\u202egnp.exe',
  '\ufeff',
  'İ',
  'ß',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  'null',
  'undefined',
  'true',
  'NaN',
  '-1',
  '0x10',
  '1e400',
  "' OR 1=1 --",
  '%',
  '_',
  '\\',
  '{}',
  '[object Object]',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  'a@b',
  '"@example.com',
  '2024-02-30',
  '2024-W05',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '1970-01-01T00:00:00.000000001-23:59',
  'acct_00000000000000000000000000',
  'acct_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'acct_8zzzzzzzzzzzzzzzzzzzzzzzzz',
  'ACCT_01K9ZXV3S8E7QV5M2C4W6Y8H0J',
  'a'.repeat(256),
  '𝄞'.repeat(255),
  'a'.repeat(70_000),
] as const;

const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1.0',
  '1.5',
  '1e3',
  '1E+2',
  '1000000000000',
  '1000000000001',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1e308',
  '1e400',
  '-1e400',
  '5e-324',
  '0.1',
  '123456789012345678901234567890',
  '0x10',
  '01',
  '+1',
  '.5',
  '1.',
  'NaN',
  'Infinity',
] as const;

const nested = (open: string, close: string, depth: number): RawJson =>
  new RawJson(open.repeat(depth) + close.repeat(depth));

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);

/** Valid and invalid JSON. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS).map((text) => new RawJson(text)) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nested('[', ']', 17),
      nested('[', ']', 5_000),
      new RawJson('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)),
      nested('{"a":[', ']}', 40),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...FIELD_NAMES), hostileText), { maxLength: 4 })
      .map((pairs) => new Pairs(pairs)),
  },
  {
    weight: 1,
    arbitrary: fc.nat(60).map((count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n, n]))),
  },
);
