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

/** A generated request with placeholders for ids. */
export interface FuzzCase {
  readonly operation: FuzzedOperation;
  readonly style: Style;
  readonly role: Role;
  readonly token: 'right' | 'none' | 'broken' | 'refresh token';
  /** The index of the caller's own account. */
  readonly home: number;
  readonly method: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: readonly Pair[];
  /** Appended to the URL without encoding. */
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
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly text: string };

const KIND_BY_PATH_PARAMETER: Readonly<Record<string, ValueKind>> = {
  user_id: 'user',
  key_id: 'key',
  account_id: 'account',
  transaction_id: 'transaction',
  transfer_id: 'transfer',
  payment_id: 'payment request',
  refund_id: 'refund',
  subscription_id: 'subscription',
  endpoint_id: 'webhook endpoint',
  delivery_id: 'webhook delivery',
  reconciliation_id: 'reconciliation',
  secret: 'page secret',
};

/** An operation that ends a resource needs one that is still pending. */
const kindInPath = ({ id }: FuzzedOperation, name: string): ValueKind => {
  if (id === 'cancelTransaction' || id === 'settleTransaction') return 'pending transaction';
  if (id === 'cancelTransfer' || id === 'settleTransfer') return 'pending transfer';
  if (id === 'cancelPayment' || id === 'sendPaymentEmail') return 'pending payment request';
  if (id === 'createRefund') return 'paid payment request';
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
      // The two cursors exclude each other.
      if ('starting_after' in query) delete query.ending_before;
      return Object.entries(query);
    });
}

/** Admins and platform keys need X-Account-Id; for others it is optional. */
const headersOf = ({ parameters }: FuzzedOperation, role: Role): Arbitrary<readonly Pair[]> => {
  const seesAllAccounts = role === 'admin' || role === 'platform_key';
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, schema }) =>
      fc.option(
        valid(name, schema).map((value): Pair => [name, value]),
        { nil: undefined, freq: name === 'X-Account-Id' && seesAllAccounts ? 8 : 1 },
      ),
    );
  return fc.tuple(...headers).map((pairs) => pairs.filter((pair) => pair !== undefined));
};

const CAMT = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>';

const bankFile: Arbitrary<Body> = fc
  .constantFrom(
    'date,amount,reference\n2026-01-31,1,x\n',
    'date,amount\n',
    'date,amount\n2026-02-30,1e9\n',
    '"',
    `${CAMT}<Ntry><Amt Ccy="USD">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-01-31</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`,
    `${CAMT}${'<a>'.repeat(100)}`,
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  )
  .map((text) => ({ kind: 'file', text }));

/** Random columns are hardly ever those of the file. */
const bankFileQuery = (operation: FuzzedOperation): Arbitrary<readonly Pair[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<readonly Pair[]>([['format', 'csv']]) }, queryOf(operation));

function bodyOf({ id, body, isPage }: FuzzedOperation): Arbitrary<Body | undefined> {
  if (isPage) return id === 'submitCard' ? cardForm : fc.constant(undefined);
  if (id === 'createReconciliation') return bankFile;
  if (body === undefined) return fc.constant(undefined);
  const validBody = validObject(resolveRef(body.schema)).map((value): Body => {
    // A batch contains transactions.
    for (const one of [value, ...((value.transactions ?? []) as Record<string, unknown>[])])
      if (one.type !== 'refund') delete one.refund_of;
    if (value.status !== 'failed') delete value.failure_reason;
    if (id === 'logIn') Object.assign(value, LOGIN);
    // Line items must add up to the amount.
    const [item] = (value.line_items ?? []) as object[];
    if (item !== undefined) value.line_items = [{ ...item, quantity: 1, unit_amount: value.amount }];
    return { kind: 'json', value };
  });
  return body.required ? validBody : fc.option(validBody, { nil: undefined, freq: 5 });
}

const LOGIN = { email: new Placeholder('email', 'own', 0), password: new Placeholder('password', 'own', 0) };

/** A request that should succeed if the state of the service allows it. */
function validCase(operation: FuzzedOperation, roles: readonly Role[]): Arbitrary<FuzzCase> {
  return fc.constantFrom(...roles).chain((role) =>
    fc
      .record({
        home: fc.nat(1_000),
        path: pathOf(operation),
        query: operation.id === 'createReconciliation' ? bankFileQuery(operation) : queryOf(operation),
        headers: headersOf(operation, role),
        body: bodyOf(operation),
      })
      .map((generated): FuzzCase => {
        const refreshes = operation.id === 'refreshTokens';
        const token = !refreshes ? 'right' : generated.body === undefined ? 'refresh token' : 'none';
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
          ...generated,
        };
      }),
  );
}

/** One field or parameter at a limit of its schema. */
function boundaryCase(operation: FuzzedOperation): Arbitrary<FuzzCase> {
  const fields = Object.entries((operation.body && resolveRef(operation.body.schema).properties) ?? {});
  const overrides = [
    ...fields.map(([name, schema]) => boundary(schema).map((value) => inBody(name, value))),
    ...operation.parameters.map(({ in: where, name, schema }) =>
      boundary(schema).map((value) => inParameter(where, name, value)),
    ),
  ];
  if (overrides.length === 0) return validCase(operation, ROLES);
  return fc
    .tuple(validCase(operation, rolesFor(operation)), fc.oneof(...overrides))
    .map(([start, override]) => ({ ...override(start), style: 'boundary' }));
}

const inBody =
  (name: string, value: unknown) =>
  (start: FuzzCase): FuzzCase => {
    const fields = start.body?.kind === 'json' ? (start.body.value as object) : {};
    return { ...start, body: { kind: 'json', value: { ...fields, [name]: value } } };
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
    .map(([unchanged, all]) => ({ ...all.reduce((result, change) => change(result), unchanged), style }));

function rawCase(operation: FuzzedOperation): Arbitrary<FuzzCase> {
  return fc
    .tuple(validCase(operation, ROLES), fc.constantFrom(...FRAMINGS), byteChanges)
    .map(([start, framing, bytes]) => ({ ...start, style: 'raw', framing, bytes }));
}

/** Requests of every style for one operation. */
export function casesFor(operation: FuzzedOperation): Arbitrary<FuzzCase> {
  const allowedRole = validCase(operation, rolesFor(operation));
  const anyRole = validCase(operation, ROLES);
  return fc.oneof(
    { weight: 20, arbitrary: allowedRole },
    { weight: 5, arbitrary: anyRole },
    { weight: 18, arbitrary: boundaryCase(operation) },
    { weight: 12, arbitrary: fc.tuple(anyRole, foreignIdMutation).map(([start, change]) => change(start)) },
    { weight: 33, arbitrary: changed(fc.oneof(allowedRole, anyRole), mutations, 'mutated') },
    { weight: 12, arbitrary: rawCase(operation) },
  );
}

/** The case as text, for the report of a failure. */
export function describeCase(fuzzCase: FuzzCase): string {
  const { operation, style, role, token, home, method, path, query, tail, headers, body, framing } = fuzzCase;
  return [
    `${operation.id} (${style}), ${role} with ${token} token, home ${home}`,
    `${method} ${operation.path} ${format(path)} ?${format(query)}${tail === '' ? '' : ` + ${format(tail)}`}`,
    `headers ${format(headers)} content type ${format(fuzzCase.contentType)}`,
    `body ${format(body).slice(0, 2_000)}`,
    ...(style === 'raw' ? [`framing ${framing}, bytes ${JSON.stringify(fuzzCase.bytes)}`] : []),
  ].join('\n  ');
}
