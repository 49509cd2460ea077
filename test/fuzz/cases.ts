import { type Role, ROLES } from '@florin/identity';
import fc, { type Arbitrary } from 'fast-check';
import type { ByteChange } from './byte-changes.js';
import { byteChanges } from './byte-changes.js';
import type { Framing } from './framing.js';
import { FRAMINGS } from './framing.js';
import { boundary, cursorOf, valid, validObject } from './from-schema.js';
import { Placeholder, format, type ValueKind } from './placeholders.js';
import { cardForm, mutations, foreignIdMutation } from './mutations.js';
import { resolveRef, type FuzzedOperation, rolesFor } from './operations.js';

export type Style = 'valid' | 'boundary' | 'trespassing' | 'mutated' | 'raw';
export type Pair = readonly [name: string, value: unknown];

/** A request as it was thought up, before the ids in it are known. */
export interface FuzzCase {
  readonly operation: FuzzedOperation;
  readonly style: Style;
  readonly role: Role;
  readonly token: 'right' | 'none' | 'broken' | 'refresh token';
  /** Which of the accounts there are is the caller's own. */
  readonly home: number;
  readonly method: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: readonly Pair[];
  /** Added to the address as it is, after everything else. */
  readonly tail: string;
  readonly headers: readonly Pair[];
  readonly body: Body | undefined;
  readonly contentType: string | undefined;
  readonly framing: Framing;
  readonly bytes: readonly ByteChange[];
}

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly Pair[] }
  | { readonly kind: 'text'; readonly text: string };

const KIND_BY_PATH_PARAMETER: Readonly<Record<string, ValueKind>> = {
  user_id: 'user',
  key_id: 'key',
  account_id: 'account',
  transaction_id: 'transaction',
  payment_id: 'payment request',
  subscription_id: 'subscription',
  secret: 'page secret',
};

/** What ends a thing's life needs one that is still alive. */
const kindInPath = ({ id }: FuzzedOperation, name: string): ValueKind => {
  if (id === 'cancelTransaction' || id === 'settleTransaction') return 'pending transaction';
  if (id === 'cancelPayment') return 'pending payment request';
  return KIND_BY_PATH_PARAMETER[name] ?? 'transaction';
};

const pathOf = (operation: FuzzedOperation): Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => [
          name,
          fc.nat(1_000).map((pick) => new Placeholder(kindInPath(operation, name), 'own', pick)),
        ]),
    ),
    { noNullPrototype: true },
  );

function queryOf({ id, parameters }: FuzzedOperation): Arbitrary<readonly Pair[]> {
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [
      name,
      /^(starting_after|ending_before)$/.test(name) ? cursorOf(id) : valid(name, schema),
    ]);
  return fc
    .record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>, {
      requiredKeys: [],
      noNullPrototype: true,
    })
    .map((query) => {
      // A page begins or ends somewhere, not both.
      if ('starting_after' in query) delete query.ending_before;
      return Object.entries(query);
    });
}

/** Who sees every account has to say which one is meant; for others it is a matter of taste. */
const headersOf = ({ parameters }: FuzzedOperation, role: Role): Arbitrary<readonly Pair[]> => {
  const seesAll = role === 'admin' || role === 'platform_key';
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, schema }) =>
      fc.option(
        valid(name, schema).map((value): Pair => [name, value]),
        { nil: undefined, freq: name === 'X-Account-Id' && seesAll ? 8 : 1 },
      ),
    );
  return fc.tuple(...headers).map((pairs) => pairs.filter((pair) => pair !== undefined));
};

function bodyOf({ id, body, isPage }: FuzzedOperation): Arbitrary<Body | undefined> {
  if (isPage) return id === 'submitCard' ? cardForm : fc.constant(undefined);
  if (body === undefined) return fc.constant(undefined);
  const given = validObject(resolveRef(body.schema)).map((value): Body => {
    // Only a refund gives something back.
    if (value.type !== 'refund') delete value.refund_of;
    if (value.status !== 'failed') delete value.failure_reason;
    if (id === 'logIn') Object.assign(value, LOGIN);
    return { kind: 'json', value };
  });
  return body.required ? given : fc.option(given, { nil: undefined, freq: 5 });
}

const LOGIN = { email: new Placeholder('email', 'own', 0), password: new Placeholder('password', 'own', 0) };

/** A request that should be granted, if the service's state allows it. */
function validCase(operation: FuzzedOperation, roles: readonly Role[]): Arbitrary<FuzzCase> {
  return fc.constantFrom(...roles).chain((role) =>
    fc
      .record({
        home: fc.nat(1_000),
        path: pathOf(operation),
        query: queryOf(operation),
        headers: headersOf(operation, role),
        body: bodyOf(operation),
      })
      .map((drawn): FuzzCase => {
        const refreshes = operation.id === 'refreshTokens';
        const token = !refreshes ? 'right' : drawn.body === undefined ? 'refresh token' : 'none';
        return {
          operation,
          style: 'valid',
          role: refreshes && role.match(/key|anonymous/) ? 'owner' : role,
          token,
          method: operation.method,
          tail: '',
          contentType: undefined,
          framing: 'plain',
          bytes: [],
          ...drawn,
        };
      }),
  );
}

/** One field or parameter at the edge of what it may be. */
function boundaryCase(operation: FuzzedOperation): Arbitrary<FuzzCase> {
  const fields = Object.entries((operation.body && resolveRef(operation.body.schema).properties) ?? {});
  const places = [
    ...fields.map(([name, schema]) => boundary(schema).map((value) => inBody(name, value))),
    ...operation.parameters.map(({ in: where, name, schema }) =>
      boundary(schema).map((value) => inParameter(where, name, value)),
    ),
  ];
  if (places.length === 0) return validCase(operation, ROLES);
  return fc
    .tuple(validCase(operation, rolesFor(operation)), fc.oneof(...places))
    .map(([start, put]) => ({ ...put(start), style: 'boundary' }));
}

const inBody =
  (name: string, value: unknown) =>
  (start: FuzzCase): FuzzCase => {
    const given = start.body?.kind === 'json' ? (start.body.value as object) : {};
    return { ...start, body: { kind: 'json', value: { ...given, [name]: value } } };
  };

const inParameter =
  (where: 'path' | 'query' | 'header', name: string, value: unknown) =>
  (start: FuzzCase): FuzzCase => {
    if (where === 'path') return { ...start, path: { ...start.path, [name]: value } };
    if (where === 'query')
      return { ...start, query: [...start.query.filter(([n]) => n !== name), [name, value]] };
    return { ...start, headers: [...start.headers.filter(([n]) => n !== name), [name, value]] };
  };

const changed = (
  start: Arbitrary<FuzzCase>,
  changes: Arbitrary<(start: FuzzCase) => FuzzCase>,
  style: Style,
): Arbitrary<FuzzCase> =>
  fc
    .tuple(start, fc.array(changes, { minLength: 1, maxLength: 3 }))
    .map(([given, all]) => ({ ...all.reduce((result, change) => change(result), given), style }));

function rawCase(operation: FuzzedOperation): Arbitrary<FuzzCase> {
  return fc
    .tuple(validCase(operation, ROLES), fc.constantFrom(...FRAMINGS), byteChanges)
    .map(([start, framing, bytes]) => ({ ...start, style: 'raw', framing, bytes }));
}

/** Every kind of request for one operation, from flawless to noise. */
export function casesFor(operation: FuzzedOperation): Arbitrary<FuzzCase> {
  const likely = validCase(operation, rolesFor(operation));
  const anyRole = validCase(operation, ROLES);
  return fc.oneof(
    { weight: 20, arbitrary: likely },
    { weight: 5, arbitrary: anyRole },
    { weight: 18, arbitrary: boundaryCase(operation) },
    { weight: 12, arbitrary: fc.tuple(anyRole, foreignIdMutation).map(([start, change]) => change(start)) },
    { weight: 33, arbitrary: changed(fc.oneof(likely, anyRole), mutations, 'mutated') },
    { weight: 12, arbitrary: rawCase(operation) },
  );
}

/** The case in words, for whoever has to understand a failure. */
export function describeCase(given: FuzzCase): string {
  const { operation, style, role, token, home, method, path, query, tail, headers, body, framing } = given;
  return [
    `${operation.id} (${style}), ${role} with ${token} token, home ${home}`,
    `${method} ${operation.path} ${format(path)} ?${format(query)}${tail === '' ? '' : ` + ${format(tail)}`}`,
    `headers ${format(headers)} content type ${format(given.contentType)}`,
    `body ${format(body).slice(0, 2_000)}`,
    ...(style === 'raw' ? [`framing ${framing}, bytes ${JSON.stringify(given.bytes)}`] : []),
  ].join('\n  ');
}
