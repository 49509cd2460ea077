import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../apps/api/src/openapi/openapi-types.js';
import { Placeholder, RawJson, type ValueKind } from './placeholders.js';
import { placeholder, hostileText, PASSWORD_CANARY } from './hostile.js';
import { resolveRef } from './operations.js';

const word = fc.constantFrom(
  'order',
  'Ünïted',
  'éclair',
  '発注',
  'x',
  'O’Neil',
  'a_b%',
  'emoji 🎉',
  '"quoted"',
);
const words: Arbitrary<string> = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));

const metadataValue: Arbitrary<unknown> = fc.oneof(
  words,
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
  fc.boolean(),
  fc.array(words, { maxLength: 2 }),
  fc.record({ deeper: fc.record({ deepest: fc.boolean() }) }),
);

const metadata: Arbitrary<unknown> = fc.dictionary(
  fc.oneof(fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'order', '🔑'), words).map(shortened),
  metadataValue,
  { maxKeys: 4, noNullPrototype: true },
);

function shortened(text: string): string {
  return Array.from(text).slice(0, 40).join('');
}

const anyInstant = fc.constantFrom(
  '2024-02-29T12:00:00Z',
  '2026-01-31T09:30:00.123Z',
  '2026-01-31T09:30:00+14:00',
  '2031-12-31T23:59:59.999-11:30',
);

const eventType = fc.constantFrom(
  'transaction.created',
  'payment_request.succeeded',
  'webhook_endpoint.disabled',
);

/** Useful values for fields whose schema does not describe them. */
const BY_NAME: Readonly<Record<string, Arbitrary<unknown>>> = {
  account_id: placeholder('account'),
  from_account_id: placeholder('account'),
  to_account_id: placeholder('destination account'),
  refund_of: placeholder('settled payment'),
  session_id: placeholder('session'),
  subscription_id: placeholder('subscription'),
  actor: fc.oneof(placeholder('user'), placeholder('key'), fc.constantFrom('anonymous', 'system')),
  subject: fc.oneof(placeholder('user'), placeholder('session'), placeholder('key')),
  currency: placeholder('currency'),
  amount: fc.integer({ min: 1, max: 20_000 }),
  email: placeholder('fresh email'),
  customer_email: fc.constantFrom('grace@example.com', 'J.Öl+x@bücher.example', 'A@B.example'),
  username: placeholder('fresh username'),
  current_password: fc.constantFrom(PASSWORD_CANARY, `${PASSWORD_CANARY} correct horse`),
  password: fc.constantFrom('', ' ü𝄞', 'x'.repeat(60)).map((tail) => `${PASSWORD_CANARY}${tail}`),
  refresh_token: placeholder('refresh token'),
  expires_at: fc
    .integer({ min: 600, max: 2_000_000 })
    .map((seconds) => new Placeholder('instant', 'own', seconds)),
  // Nothing listens there: the test of an endpoint fails at once.
  url: fc.constantFrom('http://127.0.0.1:9/hooks', 'https://127.0.0.1:9/é?x=1', 'http://[::1]:9'),
  success_url: fc.constantFrom('https://shop.example/paid?id={PAYMENT_ID}', 'http://127.0.0.1:9/'),
  cancel_url: fc.constantFrom('https://shop.example/cart', 'http://localhost/é'),
  events: fc.oneof(fc.constant(['*']), fc.array(eventType, { minLength: 1, maxLength: 4 })),
  from: fc.oneof(anyInstant, fc.constant('2020-01-31')),
  to: fc.oneof(fc.constant('2031-12-31T23:59:59.999Z'), fc.constant('2031-12-31')),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'),
  language: fc.constantFrom('en', 'de', 'fr-CA', 'es', 'zh-Hant-TW'),
  metadata,
  date_from: fc.oneof(anyInstant, fc.constant('2020-01-31')),
  date_to: fc.oneof(anyInstant, fc.constant('2031-01-31')),
  created_after: fc.oneof(anyInstant, fc.constant('2020-01-31')),
  created_before: fc.oneof(anyInstant, fc.constant('2031-01-31')),
  subject_id: fc.oneof(
    placeholder('account'),
    placeholder('transaction'),
    placeholder('transfer'),
    placeholder('payment request'),
    placeholder('refund'),
  ),
  page: fc.integer({ min: 1, max: 3 }),
  search: fc.constantFrom('ada', '%', '_', 'cnry', '@example.com', "'", 'İ'),
  'X-Account-Id': placeholder('account'),
  'Idempotency-Key': fc.oneof(fc.uuid(), fc.constantFrom('k', ' ', '~'.repeat(255), 'again')),
};

/** A value that the schema accepts, or one from BY_NAME. */
export function valid(name: string, unresolved: Schema): Arbitrary<unknown> {
  const schema = resolveRef(unresolved);
  const byName = BY_NAME[name];
  if (byName !== undefined && !Array.isArray(schema.type)) return byName;
  if (byName !== undefined) return fc.oneof({ weight: 5, arbitrary: byName }, fc.constant(null));
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.properties !== undefined) return validObject(schema);
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return fc.integer({ min: Number(schema.minimum ?? 0), max: Number(schema.maximum ?? 1_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valid(name, schema.items ?? {}), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 3,
      });
    case 'object':
      return metadata;
    default:
      return words;
  }
}

export function validObject({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valid(name, schema)])),
    { requiredKeys: required as string[], noNullPrototype: true },
  );
}

const CURSORS: Readonly<Record<string, ValueKind>> = {
  listSessions: 'session',
  listApiKeys: 'key',
  listAuditEntries: 'audit entry',
  listTransactions: 'transaction',
  listTransfers: 'transfer',
  listEvents: 'event',
  listPayments: 'payment request',
  listRefunds: 'refund',
  listSubscriptions: 'subscription',
  listWebhookEndpoints: 'webhook endpoint',
  listWebhookDeliveries: 'webhook delivery',
  listReconciliations: 'reconciliation',
};

/** A cursor for the list: an id of its resource type. */
export const cursorOf = (operation: string): Arbitrary<unknown> =>
  operation === 'getStatement'
    ? fc.constantFrom('txn_01k9zxv3s8e7qv5m2c4w6y8h0j:account', 'txn_00000000000000000000000000:account')
    : placeholder(CURSORS[operation] ?? 'transaction');

/** Values on both sides of each limit of the schema. */
export function boundary(unresolved: Schema): Arbitrary<unknown> {
  const { type, minimum, maximum, minLength, maxLength, enum: values, format } = resolveRef(unresolved);
  const kind = [type].flat()[0];
  if (kind === 'integer' || kind === 'number') return fc.constantFrom(...edgesOf(minimum, maximum));
  if (values !== undefined) {
    const [first = ''] = values as string[];
    return fc.constantFrom<unknown>(...(values as string[]), first.toUpperCase(), `${first} `, '', [first]);
  }
  if (format === 'date-time') return fc.constantFrom(...INSTANTS);
  if (kind === 'string') return fc.constantFrom(...lengthsOf(minLength, maxLength));
  return fc.oneof(hostileText, fc.constantFrom<unknown>(null, {}, [], 0));
}

function edgesOf(minimum: unknown, maximum: unknown): unknown[] {
  const edges = [minimum, maximum].filter((edge): edge is number => typeof edge === 'number');
  const around = edges.flatMap((edge) => [edge - 1, edge, edge + 1, edge + 0.5]);
  return [...around, 0, -1, new RawJson('1e400'), new RawJson('-0'), new RawJson('1.0'), '1', null];
}

function lengthsOf(min: unknown, max: unknown): string[] {
  const lengths = [min, max].filter((edge): edge is number => typeof edge === 'number');
  const around = lengths.flatMap((edge) => [Math.max(0, edge - 1), edge, edge + 1]);
  return [...new Set([0, 1, ...around])].flatMap((length) => [
    'x'.repeat(length),
    '𝄞'.repeat(length),
    ' '.repeat(length),
  ]);
}

const INSTANTS = [
  '2024-02-29T00:00:00Z',
  '2023-02-29T00:00:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T23:59:60Z',
  '2026-01-31 09:30:00Z',
  '2026-01-31t09:30:00z',
  '2026-01-31T09:30:00',
  '2026-01-31T09:30:00+24:00',
  '2026-01-31T09:30:00.1234567890123Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-01-31',
  '',
] as const;
