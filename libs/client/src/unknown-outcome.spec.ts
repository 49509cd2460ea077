import { describe, expect, it } from '@jest/globals';
import { FlorinError } from './errors.js';
import {
  aTransaction,
  lostConnection,
  json,
  errorResponse,
  type Reply,
  scriptedClient,
} from './testing/scripted-client.js';

const busy: Reply = () => errorResponse(503, 'unavailable', { 'retry-after': '3' });
const outcomeUnknown: Reply = () =>
  json(503, { error: 'unavailable', message: 'The outcome of the request is unknown.' });
const rateLimited: Reply = () => errorResponse(429, 'rate_limited', { 'retry-after': '900' });
const unauthorized: Reply = () => errorResponse(401, 'unauthorized');
const inProgress: Reply = () => errorResponse(409, 'conflict');
const created: Reply = () => json(201, { id: 'txn_1' });
const refreshed: Reply = () =>
  json(200, { access_token: 'new', refresh_token: 'new', token_type: 'Bearer', expires_in: 3600 });

const tokens = { accessToken: 'old', refreshToken: 'old', expiresAt: Infinity };

/** The error of a create, and the keys of its attempts. */
async function failedCreate(replies: readonly Reply[]) {
  const { florin, sent } = scriptedClient(replies, { tokens });
  const error: unknown = await florin.transactions.create(aTransaction).catch((thrown: unknown) => thrown);
  if (!(error instanceof FlorinError)) throw new Error('The create did not fail', { cause: error });
  const keys = sent.flatMap(({ headers }) => headers.get('idempotency-key') ?? []);
  return { error, keys: [...new Set(keys)], florin, sent };
}

describe('a create with an unknown outcome', () => {
  it.each<[string, readonly Reply[], object]>([
    ['the service is overloaded', [lostConnection, busy], { code: 'unavailable' }],
    [
      'a proxy gets no response',
      [lostConnection, () => new Response(null, { status: 502 })],
      { status: 502 },
    ],
    ['the retry is rate-limited', [lostConnection, rateLimited], { code: 'rate_limited' }],
    [
      'the session has ended',
      [lostConnection, unauthorized, () => errorResponse(401, 'invalid_grant')],
      { status: 401 },
    ],
    [
      'the permission is gone',
      [lostConnection, () => errorResponse(403, 'forbidden')],
      { code: 'forbidden' },
    ],
    ['the first attempt is still in progress', [lostConnection, inProgress], { code: 'conflict' }],
    [
      'the service fails',
      [lostConnection, () => errorResponse(500, 'internal_error')],
      { code: 'internal_error' },
    ],
    [
      'a proxy rejects the retry',
      [lostConnection, () => new Response(null, { status: 404 })],
      { status: 404 },
    ],
  ])('keeps its error when %s', async (_, replies, cause) => {
    const { error, keys } = await failedCreate(replies);
    expect(error).toMatchObject({ code: 'network_error', status: 0, cause });
    expect(keys).toEqual([error.idempotencyKey]);
  });

  it('keeps the service’s own message about it when the service is overloaded afterwards', async () => {
    const { error, keys } = await failedCreate([outcomeUnknown, busy]);
    expect(error).toMatchObject({ code: 'unavailable', cause: { message: 'Message of unavailable.' } });
    expect(error.message).toContain('outcome of the request is unknown');
    expect(keys).toEqual([error.idempotencyKey]);
  });

  it.each<[string, readonly Reply[], object]>([
    ['a lost connection', [busy, lostConnection, busy], { code: 'network_error', status: 0 }],
    [
      'unknown to the service',
      [busy, outcomeUnknown, busy],
      { message: expect.stringContaining('outcome of the request is unknown') },
    ],
  ])('has the error of that attempt, not of an overload before it: %s', async (_, replies, expected) => {
    expect((await failedCreate(replies)).error).toMatchObject(expected);
  });

  it('has the last Retry-After', async () => {
    expect((await failedCreate([lostConnection, rateLimited])).error.retryAfter).toBe(900);
  });

  it('has the network error as its cause when there was no response at all', async () => {
    const { error } = await failedCreate([lostConnection]);
    expect(error).toMatchObject({ code: 'network_error', cause: { message: 'fetch failed' } });
  });

  it('ends the session if the refresh is rejected', async () => {
    const { florin } = await failedCreate([
      lostConnection,
      unauthorized,
      () => errorResponse(401, 'invalid_grant'),
    ]);
    expect(florin.tokens).toBeUndefined();
  });

  it('keeps its error when onTokens throws', async () => {
    const onTokens = () => {
      throw new Error('disk full');
    };
    const { florin } = scriptedClient([lostConnection, unauthorized, refreshed], { tokens, onTokens });
    await expect(florin.transactions.create(aTransaction)).rejects.toMatchObject({
      code: 'network_error',
      idempotencyKey: expect.any(String),
      cause: { message: 'disk full' },
    });
  });

  it('is resolved by a later response about the create', async () => {
    const { error } = await failedCreate([lostConnection, () => errorResponse(402, 'insufficient_funds')]);
    expect(error).toMatchObject({ code: 'insufficient_funds', status: 402 });
    expect(error.cause).toBeUndefined();
    const emailTaken = await failedCreate([busy, () => errorResponse(409, 'email_exists')]);
    expect(emailTaken.error.code).toBe('email_exists');
  });

  it('is retried until it is resolved, also after a token refresh', async () => {
    const { florin, sent } = scriptedClient([lostConnection, unauthorized, refreshed, inProgress, created], {
      tokens,
    });
    await expect(florin.transactions.create(aTransaction)).resolves.toEqual({ id: 'txn_1' });
    expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer new');
  });

  it('can be repeated with the key of the error', async () => {
    const { florin, sent } = scriptedClient([
      lostConnection,
      lostConnection,
      lostConnection,
      lostConnection,
      created,
    ]);
    const { idempotencyKey } = (await florin.transactions
      .create(aTransaction)
      .catch((thrown: unknown) => thrown)) as FlorinError;
    await florin.transactions.create(aTransaction, { idempotencyKey });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('rejects with the signal’s reason when the caller aborts', async () => {
    const controller = new AbortController();
    const abortThenFail = () => {
      controller.abort(new Error('enough'));
      return lostConnection();
    };
    const { florin } = scriptedClient([lostConnection, abortThenFail]);
    const call = florin.transactions.create(aTransaction, { signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
  });
});

describe('the idempotency key', () => {
  it('is part of every error of a create', async () => {
    const { florin } = scriptedClient([() => errorResponse(402, 'insufficient_funds')]);
    await expect(florin.transactions.create(aTransaction, { idempotencyKey: 'mine' })).rejects.toMatchObject({
      code: 'insufficient_funds',
      idempotencyKey: 'mine',
    });
  });

  it('is undefined for other calls, which reject with their last error', async () => {
    const { florin } = scriptedClient([lostConnection, rateLimited]);
    const error = (await florin.account.get().catch((thrown: unknown) => thrown)) as FlorinError;
    expect(error).toMatchObject({ code: 'rate_limited', idempotencyKey: undefined });
  });
});
