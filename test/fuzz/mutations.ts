import fc, { type Arbitrary } from 'fast-check';
import type { Body, FuzzCase, Pair } from './cases.js';
import { Placeholder, Pairs, RawJson, type Ownership } from './placeholders.js';
import { FIELD_NAMES, hostileText, hostileValue } from './hostile.js';

type Change = (start: FuzzCase) => FuzzCase;

const withFields = (start: FuzzCase, change: (pairs: Pair[]) => readonly Pair[]): FuzzCase => {
  if (start.body?.kind === 'form')
    return { ...start, body: { kind: 'form', fields: change([...start.body.fields]) } };
  const value = start.body?.kind === 'json' ? start.body.value : {};
  const pairs = value instanceof Pairs ? [...value.pairs] : Object.entries(isObject(value) ? value : {});
  return { ...start, body: { kind: 'json', value: new Pairs(change(pairs)) } };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const at = (items: readonly unknown[], pick: number): number => pick % Math.max(1, items.length);
const pick = fc.nat(20);

const bodyChanges: Arbitrary<Change> = fc.oneof(
  pick.map(
    (n): Change =>
      (start) =>
        withFields(start, (all) => all.filter((_, i) => i !== at(all, n))),
  ),
  fc.tuple(pick, hostileValue).map(
    ([n, value]): Change =>
      (start) =>
        withFields(start, (all) => all.map(([name, old], i) => [name, i === at(all, n) ? value : old])),
  ),
  fc.tuple(fc.oneof(fc.constantFrom(...FIELD_NAMES), hostileText), hostileValue).map(
    ([name, value]): Change =>
      (start) =>
        withFields(start, (all) => [...all, [name, value]]),
  ),
  pick.map(
    (n): Change =>
      (start) =>
        withFields(start, (all) => [...all, ...all.slice(at(all, n), at(all, n) + 1)]),
  ),
  fc.tuple(pick, fc.constantFrom(...FIELD_NAMES)).map(
    ([n, name]): Change =>
      (start) =>
        withFields(start, (all) => all.map(([old, value], i) => [i === at(all, n) ? name : old, value])),
  ),
  hostileValue.map((value): Change => (start) => ({ ...start, body: { kind: 'json', value } })),
  fc
    .constantFrom(
      '',
      '{',
      '{}',
      '{"a":1}x',
      '\ufeff{}',
      "{'a':1}",
      '{"a":1,}',
      '//',
      '{"a":\u0001}',
      '[]',
      '"x"',
    )
    .map((text): Change => (start) => ({ ...start, body: { kind: 'text', text } })),
  fc.constantFrom(200_000, 270_000).map(
    (length): Change =>
      (start) =>
        withFields(start, (all) => [
          ...all,
          ['metadata', { a: new RawJson(JSON.stringify('x'.repeat(length))) }],
        ]),
  ),
);

const contentTypes: Arbitrary<Change> = fc
  .constantFrom(
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/JSON ; charset="UTF-8"',
    'application/problem+json',
    'application/json, text/plain',
    '',
    ';',
    'application/json\t',
    '*/*',
  )
  .map((contentType): Change => (start) => ({ ...start, contentType }));

const OTHER_HEADERS: readonly Pair[] = [
  ['content-encoding', 'gzip'],
  ['content-encoding', 'identity'],
  ['accept', 'text/html'],
  ['accept-language', 'tlh, de;q=0.5, *;q=0'],
  ['accept-language', 'x'.repeat(4_000)],
  ['origin', 'https://evil.example'],
  ['sec-fetch-site', 'cross-site'],
  ['x-forwarded-for', '1.2.3.4, \u00ff'],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['user-agent', '\u00ff\u0080'.repeat(300)],
  ['cookie', 'a=b; __proto__=c'],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
  ['te', 'trailers'],
  ['connection', 'close'],
  ['Authorization', 'Bearer twice'],
  ['authorization', 'Basic YWRtaW46YWRtaW4='],
];

/** Values that fit into a header line; framing.ts breaks the line itself. */
const headerText = fc.oneof(
  hostileText.map((text) => [...Buffer.from(text, 'utf8')].map((byte) => String.fromCharCode(byte)).join('')),
  fc.constantFrom('', ' ', 'a,b', '"', '~'.repeat(256), '\u00e9'),
);
const asHeader = (text: string): string => text.replaceAll(/[\0-\u001f\u007f]/g, '').slice(0, 4_000);

const headerChanges: Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...OTHER_HEADERS).map(
    (header): Change =>
      (start) =>
        added(start, header),
  ),
  fc
    .tuple(
      fc.constantFrom('X-Account-Id', 'Idempotency-Key', 'Dry-Run', 'X-Request-Id', 'User-Agent'),
      headerText,
    )
    .map(
      ([name, text]): Change =>
        (start) =>
          added(start, [name, asHeader(text)]),
    ),
  fc
    .constantFrom('none' as const, 'broken' as const, 'refresh token' as const)
    .map((token): Change => (start) => ({ ...start, token })),
  contentTypes,
);

const added = (start: FuzzCase, header: Pair): FuzzCase => ({
  ...start,
  headers: [...start.headers, header],
});

const TAILS = [
  '?',
  '&',
  '&=',
  '&a=b',
  '?limit=1&limit=2',
  '&limit[]=1',
  '&limit[a]=1',
  '&limit=%',
  '&limit=%zz',
  '&limit=%00',
  '&limit=%ff',
  '&limit=%ed%a0%80',
  '&limit=+1',
  '&limit=1e1',
  '&limit=0x1',
  '&limit=-1',
  '&limit=99999999999999999999',
  '&limit=1.0',
  '&page=1000000000',
  '&page=1000000001',
  '&__proto__=1',
  '&__proto__[a]=1',
  '&constructor=1',
  '&toString',
  '#fragment',
  '/',
  '//',
  '/..',
  '/%2e%2e/accounts',
  ';a=b',
  '%',
  '%00',
  '%2f',
  '\\',
  '/status',
  '/settle',
] as const;

const addressChanges: Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...TAILS).map((tail): Change => (start) => ({ ...start, tail: start.tail + tail })),
  fc.tuple(pick, hostileText).map(([n, value]): Change => (start) => ({
    ...start,
    query: start.query.map(([name, old], i) => [name, i === at(start.query, n) ? value : old]),
  })),
  fc
    .tuple(fc.oneof(fc.constantFrom(...FIELD_NAMES), fc.constant('limit')), hostileText)
    .map(([name, value]): Change => (start) => ({ ...start, query: [...start.query, [name, value]] })),
  hostileText.map((text): Change => (start) => ({
    ...start,
    path: Object.fromEntries(Object.keys(start.path).map((name) => [name, text])),
  })),
  fc
    .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY')
    .map((method): Change => (start) => ({ ...start, method })),
);

/** Changes after which the request is still well-formed HTTP. */
export const mutations: Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: bodyChanges },
  { weight: 2, arbitrary: headerChanges },
  { weight: 3, arbitrary: addressChanges },
);

/** The same request with ids of another account, unknown ids or malformed ids. */
export const foreignIdMutation: Arbitrary<Change> = fc
  .tuple(fc.constantFrom<Ownership>('foreign', 'foreign', 'random', 'malformed'), fc.nat(7))
  .map(([ownership, where]): Change => (start) => {
    const inPath = where === 0 || (where & 1) !== 0;
    const inHeaders = (where & 2) !== 0;
    const inBody = where === 0 || (where & 4) !== 0;
    const swap = (value: unknown): unknown =>
      value instanceof Placeholder && value.isId
        ? new Placeholder(value.kind, ownership, value.pick)
        : Array.isArray(value)
          ? value.map((one: unknown) =>
              isObject(one) ? Object.fromEntries(swapAll(Object.entries(one))) : one,
            )
          : value;
    const swapAll = (pairs: readonly Pair[]): Pair[] => pairs.map(([name, value]) => [name, swap(value)]);
    const others = start.headers.filter(([name]) => name !== 'X-Account-Id');
    const headers = inHeaders
      ? [...others, ['X-Account-Id', new Placeholder('account', ownership, 1)] as const]
      : start.headers;
    const json = start.body?.kind === 'json' && isObject(start.body.value) ? start.body.value : undefined;
    return {
      ...start,
      style: 'trespassing',
      path: inPath ? Object.fromEntries(swapAll(Object.entries(start.path))) : start.path,
      query: swapAll(start.query),
      headers,
      body:
        inBody && json !== undefined
          ? { kind: 'json', value: Object.fromEntries(swapAll(Object.entries(json))) }
          : start.body,
    };
  });

const CARDS = [
  '4242 4242 4242 4242',
  '4000 0000 0000 0002',
  '4000 0000 0000 9995',
  '4000 0000 0000 0119',
  '5555555555554444',
  '4242 4242 4242 4241',
  '0000000000000000',
];

export const cardForm: Arbitrary<Body> = fc
  .record({
    number: fc.constantFrom(...CARDS),
    expiry: fc.constantFrom('12 / 39', '1239', '12/2039', '11/39', '01/20'),
    code: fc.constantFrom('123', '1234', '999', '12'),
  })
  .map((fields) => ({ kind: 'form', fields: Object.entries(fields) }));
