import { describe, expect, it } from '@jest/globals';
import { FlorinError } from './errors.js';
import { aTransaction, brokenLine, json, refusal, type Reply, scripted } from './testing/scripted-fetch.js';

const busy: Reply = () => refusal(503, 'unavailable', { 'retry-after': '3' });
const unknown: Reply = () =>
  json(503, { error: 'unavailable', message: 'It is not known whether the request took effect.' });
const hasty: Reply = () => refusal(429, 'rate_limited', { 'retry-after': '900' });
const unauthorized: Reply = () => refusal(401, 'unauthorized');
const underWay: Reply = () => refusal(409, 'conflict');
const made: Reply = () => json(201, { id: 'txn_1' });
const refreshed: Reply = () =>
  json(200, { access_token: 'new', refresh_token: 'new', token_type: 'Bearer', expires_in: 3600 });

const tokens = { accessToken: 'old', refreshToken: 'old', expiresAt: Infinity };

/** What a create rejects with, and the key that each of its attempts went with. */
async function refusedCreate(replies: readonly Reply[]) {
  const { florin, sent } = scripted(replies, { tokens });
  const error: unknown = await florin.transactions.create(aTransaction).catch((thrown: unknown) => thrown);
  if (!(error instanceof FlorinError)) throw new Error('It was not refused', { cause: error });
  const keys = sent.flatMap(({ headers }) => headers.get('idempotency-key') ?? []);
  return { error, keys: [...new Set(keys)], florin, sent };
}

describe('a create of which nobody knows whether it took effect', () => {
  it.each<[string, readonly Reply[], object]>([
    ['the service is too busy', [brokenLine, busy], { code: 'unavailable' }],
    ['a proxy has no answer', [brokenLine, () => new Response(null, { status: 502 })], { status: 502 }],
    ['it came too often', [brokenLine, hasty], { code: 'rate_limited' }],
    ['the session is over', [brokenLine, unauthorized, () => refusal(401, 'invalid_grant')], { status: 401 }],
    ['its caller may no longer do it', [brokenLine, () => refusal(403, 'forbidden')], { code: 'forbidden' }],
    ['its key is still held', [brokenLine, underWay], { code: 'conflict' }],
    ['the service fails', [brokenLine, () => refusal(500, 'internal_error')], { code: 'internal_error' }],
    ['a proxy refuses it', [brokenLine, () => new Response(null, { status: 404 })], { status: 404 }],
  ])('still is one when %s afterwards', async (_, replies, cause) => {
    const { error, keys } = await refusedCreate(replies);
    expect(error).toMatchObject({ code: 'network_error', status: 0, cause });
    expect(keys).toEqual([error.idempotencyKey]);
  });

  it('still is one when the service itself said so, and was too busy afterwards', async () => {
    const { error, keys } = await refusedCreate([unknown, busy]);
    expect(error).toMatchObject({ code: 'unavailable', cause: { message: 'It is unavailable.' } });
    expect(error.message).toContain('It is not known');
    expect(keys).toEqual([error.idempotencyKey]);
  });

  it.each<[string, readonly Reply[], object]>([
    ['a lost line', [busy, brokenLine, busy], { code: 'network_error', status: 0 }],
    ['the service', [busy, unknown, busy], { message: expect.stringContaining('It is not known') }],
  ])('is told as that although the service was only busy before: %s', async (_, replies, told) => {
    expect((await refusedCreate(replies)).error).toMatchObject(told);
  });

  it('tells how long the service asked to wait in the end', async () => {
    expect((await refusedCreate([brokenLine, hasty])).error.retryAfter).toBe(900);
  });

  it('is told with what was wrong with the line, when that is all there is to tell', async () => {
    const { error } = await refusedCreate([brokenLine]);
    expect(error).toMatchObject({ code: 'network_error', cause: { message: 'fetch failed' } });
  });

  it('ends its session all the same when that is over', async () => {
    const { florin } = await refusedCreate([brokenLine, unauthorized, () => refusal(401, 'invalid_grant')]);
    expect(florin.tokens).toBeUndefined();
  });

  it('still is one when the tokens that it was to go on with could not be kept', async () => {
    const onTokens = () => {
      throw new Error('disk full');
    };
    const { florin } = scripted([brokenLine, unauthorized, refreshed], { tokens, onTokens });
    await expect(florin.transactions.create(aTransaction)).rejects.toMatchObject({
      code: 'network_error',
      idempotencyKey: expect.any(String),
      cause: { message: 'disk full' },
    });
  });

  it('is none any more once an answer says what became of it', async () => {
    const { error } = await refusedCreate([brokenLine, () => refusal(402, 'insufficient_funds')]);
    expect(error).toMatchObject({ code: 'insufficient_funds', status: 402 });
    expect(error.cause).toBeUndefined();
    const taken = await refusedCreate([busy, () => refusal(409, 'email_exists')]);
    expect(taken.error.code).toBe('email_exists');
  });

  it('is waited for also when the tokens had to be exchanged in between', async () => {
    const { florin, sent } = scripted([brokenLine, unauthorized, refreshed, underWay, made], { tokens });
    await expect(florin.transactions.create(aTransaction)).resolves.toEqual({ id: 'txn_1' });
    expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer new');
  });

  it('is repeated by a call with its key', async () => {
    const { florin, sent } = scripted([brokenLine, brokenLine, brokenLine, brokenLine, made]);
    const { idempotencyKey } = (await florin.transactions
      .create(aTransaction)
      .catch((thrown: unknown) => thrown)) as FlorinError;
    await florin.transactions.create(aTransaction, { idempotencyKey });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('rejects with the caller’s own reason when that ends it', async () => {
    const controller = new AbortController();
    const enough = () => {
      controller.abort(new Error('enough'));
      return brokenLine();
    };
    const { florin } = scripted([brokenLine, enough]);
    const call = florin.transactions.create(aTransaction, { signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
  });
});

describe('the key of a create', () => {
  it('is told with every refusal of it, also where the caller chose it', async () => {
    const { florin } = scripted([() => refusal(402, 'insufficient_funds')]);
    await expect(florin.transactions.create(aTransaction, { idempotencyKey: 'mine' })).rejects.toMatchObject({
      code: 'insufficient_funds',
      idempotencyKey: 'mine',
    });
  });

  it('is none of a call that creates nothing, which is told as it ended', async () => {
    const { florin } = scripted([brokenLine, hasty]);
    const error = (await florin.account.get().catch((thrown: unknown) => thrown)) as FlorinError;
    expect(error).toMatchObject({ code: 'rate_limited', idempotencyKey: undefined });
  });
});
