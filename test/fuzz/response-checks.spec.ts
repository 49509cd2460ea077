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

/** The problem of a valid exchange with these overrides. */
function problemWith(overrides: ExchangeOverrides): string | undefined {
  const { id = 'getBalance', principal = owner, status = 200, body } = overrides;
  const operation = OPERATIONS.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`Unknown operation: ${id}.`);
  const { method, path: target } = operation;
  const fuzzCase = {
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
  const response: HttpResponse = {
    status,
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'r',
      'retry-after': '1',
      ...overrides.headers,
    },
    text: JSON.stringify(body),
  };
  return problemOf({ fuzzCase, sent, principal, owners, response });
}

const user = (json: object | string): Partial<SentRequest> => ({
  body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
  headers: [['content-type', 'application/json']],
});
const GOOD = { email: 'ada@example.com', password: 'correct horse' };

describe('a response', () => {
  it('without a problem passes', () => {
    expect(problemWith({ body: BALANCE })).toBeUndefined();
    expect(problemWith({ id: 'createUser', status: 201, body: CREATED, sent: user(GOOD) })).toBeUndefined();
    expect(problemWith({ status: 403, body: { error: 'forbidden', message: 'No.' } })).toBeUndefined();
  });

  it.each<[what: string, overrides: ExchangeOverrides, problem: RegExp]>([
    ['has status 500', { status: 500, body: { error: 'internal_error', message: 'Oh.' } }, /status 500/],
    ['has status 503', { status: 503, body: { error: 'unavailable', message: 'Busy.' } }, /status 503/],
    ['has no request id', { body: BALANCE, headers: { 'x-request-id': undefined as never } }, /request id/],
    [
      'is not documented',
      { status: 402, body: { error: 'insufficient_funds', message: 'No.' } },
      /not documented/,
    ],
    ['lacks a field', { body: { ...BALANCE, held: undefined } }, /held/],
    ['has an unknown field', { body: { ...BALANCE, secret: 1 } }, /additional properties/],
    [
      'leaks an id of another account',
      { body: { ...BALANCE, account_id: OTHER } },
      new RegExp(`leaked ${OTHER}`),
    ],
    [
      'leaks a password',
      { status: 400, body: { error: 'x', message: PASSWORD_CANARY } },
      /leaked a password/,
    ],
    [
      'leaks a text of another account',
      { status: 403, body: { error: 'forbidden', message: 'Ask cnry2x.' } },
      /leaked cnry2x/,
    ],
    [
      'leaks to an admin an id of another account than the requested one',
      {
        principal: { role: 'admin', token: 't' },
        sent: { headers: [['X-Account-Id', OWN]] },
        body: { ...BALANCE, account_id: OTHER },
      },
      new RegExp(`leaked ${OTHER}`),
    ],
    [
      'rejects raw bytes with an invalid error format',
      {
        change: { style: 'raw', framing: 'noise', bytes: [] },
        status: 400,
        body: { error: 'invalid_request', message: 'No.', more: 1 },
      },
      /invalid error format/,
    ],
  ])('that %s fails', (_, overrides, problem) => {
    expect(problemWith(overrides)).toMatch(problem);
  });

  it('may contain ids from the request, and for an admin ids of any account', () => {
    const message = `${OTHER} not found.`;
    const sent = { bytes: Buffer.from(`GET /v1/account/balance ${OTHER}`) };
    expect(problemWith({ status: 404, body: { error: 'not_found', message }, sent })).toBeUndefined();
    const admin: Principal = { role: 'admin', token: 't' };
    expect(problemWith({ principal: admin, body: { ...BALANCE, account_id: OTHER } })).toBeUndefined();
  });
});

describe('a successful request', () => {
  const problemOfSuccess = (overrides: Omit<ExchangeOverrides, 'body'>): string | undefined =>
    problemWith({ id: 'createUser', status: 201, body: CREATED, sent: user(GOOD), ...overrides });

  it.each<[what: string, overrides: Omit<ExchangeOverrides, 'body'>, problem: RegExp]>([
    [
      'is from a role without permission',
      { principal: { ...owner, role: 'account_key' } },
      /without permission/,
    ],
    ['is about another account', { sent: { ...user(GOOD), isAboutForeign: true } }, /another account/],
    ['lacks a field', { sent: user({ email: 'a@b.example' }) }, /password/],
    ['has an unknown field', { sent: user({ ...GOOD, role: 'admin' }) }, /additional properties/],
    ['has the wrong type', { sent: user({ ...GOOD, name: 7 }) }, /name must be string/],
    ['is invalid JSON', { sent: user('{"email":') }, /invalid JSON/],
    [
      'has another content type',
      { sent: { ...user(GOOD), headers: [['Content-Type', 'text/plain']] } },
      /content type/,
    ],
    ['has an unknown parameter', { sent: { ...user(GOOD), target: '/v1/users?a=b' } }, /parameter "a"/],
  ])('that %s is reported', (_, overrides, problem) => {
    expect(problemOfSuccess(overrides)).toMatch(problem);
  });

  it('with a duplicate parameter is reported', () => {
    const body = { object: 'list', data: [], has_more: false };
    const problem = problemWith({
      id: 'listPayments',
      body,
      sent: { target: '/v1/payments?limit=1&limit=2' },
    });
    expect(problem).toMatch(/duplicate/);
  });

  it.each(['limit=0', 'limit=1.5', 'limit=', 'status=open', 'starting_after=x', 'subscription_id=sub_'])(
    'with %s is reported, because the schema forbids it',
    (query) => {
      const body = { object: 'list', data: [], has_more: false };
      const problemOfQuery = (text: string) =>
        problemWith({ id: 'listPayments', body, sent: { target: `/v1/payments?${text}` } });
      expect(problemOfQuery(query)).toMatch(/^accepted "[^"]*" for /);
      expect(problemOfQuery('limit=007&status=failed')).toBeUndefined();
    },
  );

  it('with a body is reported if the operation has none, unless it is empty', () => {
    const body = { message: 'Deleted.', id: USER };
    const target = `/v1/users/${USER}`;
    expect(problemWith({ id: 'deleteUser', body, sent: { ...user({ a: 1 }), target } })).toMatch(/has none/);
    expect(problemWith({ id: 'deleteUser', body, sent: { ...user({}), target } })).toBeUndefined();
  });
});
