import { describe, expect, it } from '@jest/globals';
import type { FuzzCase } from './cases.js';
import type { HttpResponse } from './http-responses.js';
import type { Principal } from './test-account.js';
import { PASSWORD_CANARY } from './hostile.js';
import { problemOf } from './response-checks.js';
import { OPERATIONS } from './operations.js';
import type { SentRequest } from './request.js';

const OWN = 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j';
const OTHER = 'acct_01k9zxv3s8e7qv5m2c4w6y8h0k';
const USER = 'user_01k9zxv3s8e7qv5m2c4w6y8h0m';
const owner: Principal = { role: 'owner', token: 't', visibleOwners: new Set([OWN, USER]) };
const owners = new Map([
  [OWN, OWN],
  [OTHER, OTHER],
  ['cnry1x', OWN],
  ['cnry2x', OTHER],
]);

const BALANCE = {
  account_id: OWN,
  currency: 'USD',
  available: 1,
  held: 0,
  incoming: 0,
  updated_at: '2026-01-31T09:30:00.000Z',
};
const CREATED = {
  id: USER,
  email: 'ada@example.com',
  username: null,
  name: null,
  status: 'active',
  role: 'member',
  account_id: OWN,
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
};

interface ExchangeOverrides {
  readonly id?: string;
  readonly change?: Partial<FuzzCase>;
  readonly sent?: Partial<SentRequest>;
  readonly principal?: Principal;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

/** An exchange that would be flawless but for what is told. */
function problemWith(overrides: ExchangeOverrides): string | undefined {
  const { id = 'getBalance', principal = owner, status = 200, body } = overrides;
  const operation = OPERATIONS.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  const { method, path: target } = operation;
  const given = {
    operation,
    method,
    style: 'valid',
    token: 'right',
    tail: '',
    ...overrides.change,
  } as unknown as FuzzCase;
  const sent = {
    method,
    target,
    headers: [],
    body: Buffer.alloc(0),
    bytes: Buffer.from(target),
    isAboutForeign: false,
    ...overrides.sent,
  };
  const answer: HttpResponse = {
    status,
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'r',
      'retry-after': '1',
      ...overrides.headers,
    },
    text: JSON.stringify(body),
  };
  return problemOf({ given, sent, principal, owners, answer });
}

const user = (json: object | string): Partial<SentRequest> => ({
  body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
  headers: [['content-type', 'application/json']],
});
const GOOD = { email: 'ada@example.com', password: 'correct horse' };

describe('an answer', () => {
  it('that is as it should be has no problem', () => {
    expect(problemWith({ body: BALANCE })).toBeUndefined();
    expect(problemWith({ id: 'createUser', status: 201, body: CREATED, sent: user(GOOD) })).toBeUndefined();
    expect(problemWith({ status: 403, body: { error: 'forbidden', message: 'No.' } })).toBeUndefined();
  });

  it.each<[what: string, told: ExchangeOverrides, problem: RegExp]>([
    ['is a failure', { status: 500, body: { error: 'internal_error', message: 'Oh.' } }, /answered 500/],
    ['turns away', { status: 503, body: { error: 'unavailable', message: 'Busy.' } }, /answered 503/],
    ['has no name', { body: BALANCE, headers: { 'x-request-id': undefined as never } }, /request id/],
    ['is not documented', { status: 409, body: { error: 'conflict', message: 'No.' } }, /not documented/],
    ['lacks a field', { body: { ...BALANCE, held: undefined } }, /held/],
    ['has a field more', { body: { ...BALANCE, secret: 1 } }, /additional properties/],
    ['tells of another account', { body: { ...BALANCE, account_id: OTHER } }, new RegExp(`told ${OTHER}`)],
    ['tells a password', { status: 400, body: { error: 'x', message: PASSWORD_CANARY } }, /told a password/],
    [
      'tells a word of another account',
      { status: 403, body: { error: 'forbidden', message: 'Ask cnry2x.' } },
      /told cnry2x/,
    ],
    [
      'tells an admin of another account than the one named',
      {
        principal: { role: 'admin', token: 't' },
        sent: { headers: [['X-Account-Id', OWN]] },
        body: { ...BALANCE, account_id: OTHER },
      },
      new RegExp(`told ${OTHER}`),
    ],
    [
      'refuses noise in a shape of its own',
      {
        change: { style: 'raw', framing: 'noise', bytes: [] },
        status: 400,
        body: { error: 'invalid_request', message: 'No.', more: 1 },
      },
      /shape of its own/,
    ],
  ])('that %s has one', (_, told, problem) => {
    expect(problemWith(told)).toMatch(problem);
  });

  it('may repeat what the caller has named, and tell an admin everything', () => {
    const message = `There is no ${OTHER}.`;
    const sent = { bytes: Buffer.from(`GET /v1/account/balance ${OTHER}`) };
    expect(problemWith({ status: 404, body: { error: 'not_found', message }, sent })).toBeUndefined();
    const admin: Principal = { role: 'admin', token: 't' };
    expect(problemWith({ principal: admin, body: { ...BALANCE, account_id: OTHER } })).toBeUndefined();
  });
});

describe('a request', () => {
  const granted = (told: Omit<ExchangeOverrides, 'body'>): string | undefined =>
    problemWith({ id: 'createUser', status: 201, body: CREATED, sent: user(GOOD), ...told });

  it.each<[what: string, told: Omit<ExchangeOverrides, 'body'>, problem: RegExp]>([
    ['is from a role that may not', { principal: { ...owner, role: 'account_key' } }, /who may not/],
    ['is about another account', { sent: { ...user(GOOD), isAboutForeign: true } }, /another account/],
    ['lacks a field', { sent: user({ email: 'a@b.example' }) }, /password/],
    ['has a field more', { sent: user({ ...GOOD, role: 'admin' }) }, /additional properties/],
    ['has the wrong type', { sent: user({ ...GOOD, name: 7 }) }, /name must be string/],
    ['is no JSON', { sent: user('{"email":') }, /no JSON/],
    [
      'is not called JSON',
      { sent: { ...user(GOOD), headers: [['Content-Type', 'text/plain']] } },
      /called JSON/,
    ],
    ['has an unknown parameter', { sent: { ...user(GOOD), target: '/v1/users?a=b' } }, /parameter "a"/],
  ])('that %s must not be granted', (_, told, problem) => {
    expect(granted(told)).toMatch(problem);
  });

  it('that names a parameter twice must not be granted', () => {
    const body = { object: 'list', data: [], has_more: false };
    const verdict = problemWith({
      id: 'listPayments',
      body,
      sent: { target: '/v1/payments?limit=1&limit=2' },
    });
    expect(verdict).toMatch(/named twice/);
  });

  it.each(['limit=0', 'limit=1.5', 'limit=', 'status=open', 'starting_after=x', 'subscription_id=sub_'])(
    'with %s must not be granted, because the document does not take it',
    (query) => {
      const body = { object: 'list', data: [], has_more: false };
      const asked = (text: string) =>
        problemWith({ id: 'listPayments', body, sent: { target: `/v1/payments?${text}` } });
      expect(asked(query)).toMatch(/^granted with "[^"]*" for /);
      expect(asked('limit=007&status=failed')).toBeUndefined();
    },
  );

  it('with a body where none is taken must not be granted, unless it is empty', () => {
    const body = { message: 'Gone.', id: USER };
    const target = `/v1/users/${USER}`;
    expect(problemWith({ id: 'deleteUser', body, sent: { ...user({ a: 1 }), target } })).toMatch(
      /takes none/,
    );
    expect(problemWith({ id: 'deleteUser', body, sent: { ...user({}), target } })).toBeUndefined();
  });
});
