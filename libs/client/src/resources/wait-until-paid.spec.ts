import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  errorResponse,
  json,
  lostConnection,
  type Reply,
  scriptedClient,
} from '../testing/scripted-client.js';
import { PaymentNotPaidError, PaymentTimeoutError, type WaitOptions } from './wait-until-paid.js';

const payment =
  (status: string, cancel_reason: string | null = null): Reply =>
  () =>
    json(200, { id: 'pay_1', status, cancel_reason });
const pending = payment('pending');
const paid = payment('succeeded');

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The result of the wait after at most that much time, and when the requests were sent. */
async function wait(replies: readonly Reply[], options: WaitOptions, withinMs = 300_000) {
  const start = Date.now();
  const sentAt: number[] = [];
  const timed = replies.map<Reply>((reply) => (sent) => {
    sentAt.push(Date.now() - start);
    return reply(sent);
  });
  const { florin, sent } = scriptedClient(timed, { retry: { attempts: 1 } });
  const call = florin.payments.waitUntilPaid('pay_1', options);
  const result = call.then(
    (value) => ({ value, error: undefined, endedAt: Date.now() - start }),
    (error: unknown) => ({ value: undefined, error, endedAt: Date.now() - start }),
  );
  await jest.advanceTimersByTimeAsync(withinMs);
  return { ...(await result), sentAt, sent };
}

describe('waitUntilPaid', () => {
  it('resolves with the payment as soon as it is paid', async () => {
    const { value, sent, endedAt } = await wait([paid], { timeoutMs: 60_000 });
    expect(value).toMatchObject({ id: 'pay_1', status: 'succeeded' });
    expect(sent.map(({ path }) => path)).toEqual(['/v1/payments/pay_1']);
    expect(endedAt).toBe(0);
  });

  it('polls with increasing delays, up to ten seconds', async () => {
    const { value, sentAt } = await wait([...Array<Reply>(9).fill(pending), paid], { timeoutMs: 300_000 });
    expect(value).toMatchObject({ status: 'succeeded' });
    const delays = sentAt.slice(1).map((time, index) => time - sentAt[index]!);
    expect(delays.slice(0, 3)).toEqual([1_000, 1_500, 2_250]);
    expect(delays.slice(-2)).toEqual([10_000, 10_000]);
  });

  it.each([
    [200, [0, 200, 500]],
    [20_000, [0, 20_000, 40_000]],
  ])('starts with intervalMs %p', async (intervalMs, times) => {
    const { sentAt } = await wait([pending, pending, paid], { timeoutMs: 60_000, intervalMs });
    expect(sentAt).toEqual(times);
  });

  it.each([
    ['canceled', 'requested', 'Payment pay_1 was not paid: canceled (requested).'],
    ['canceled', 'expired', 'Payment pay_1 was not paid: canceled (expired).'],
    ['failed', null, 'Payment pay_1 was not paid: failed.'],
  ])('rejects with PaymentNotPaidError when the payment is %s (%p)', async (status, reason, message) => {
    const { error } = await wait([pending, payment(status, reason)], { timeoutMs: 60_000 });
    expect(error).toBeInstanceOf(PaymentNotPaidError);
    expect(error).toMatchObject({ name: 'PaymentNotPaidError', message, payment: { id: 'pay_1', status } });
  });

  it('rejects with PaymentTimeoutError when the payment is still pending after timeoutMs', async () => {
    const { error, endedAt } = await wait([pending], { timeoutMs: 5_000 });
    expect(error).toBeInstanceOf(PaymentTimeoutError);
    expect(error).toMatchObject({
      name: 'PaymentTimeoutError',
      paymentId: 'pay_1',
      message: 'Payment pay_1 was not paid within 5000 ms. It can still be paid until it expires.',
    });
    expect(error).not.toHaveProperty('cause');
    expect(endedAt).toBe(5_000);
  });

  it('ends on time also while a request gets no response', async () => {
    const { error, endedAt } = await wait([() => new Promise(() => undefined)], { timeoutMs: 5_000 });
    expect(error).toBeInstanceOf(PaymentTimeoutError);
    expect(endedAt).toBe(5_000);
  });

  it.each<[string, Reply, number]>([
    ['a lost connection', lostConnection, 1_000],
    ['503', () => errorResponse(503, 'unavailable', { 'retry-after': '7' }), 7_000],
    ['429', () => errorResponse(429, 'rate_limited', { 'retry-after': '7' }), 7_000],
  ])('continues after %s', async (_, reply, nextAt) => {
    const { value, sentAt } = await wait([reply, paid], { timeoutMs: 60_000 });
    expect(value).toMatchObject({ status: 'succeeded' });
    expect(sentAt).toEqual([0, nextAt]);
  });

  it('has the last error as its cause when the time is up during an outage', async () => {
    const { error } = await wait([pending, lostConnection], { timeoutMs: 5_000 });
    expect(error).toMatchObject({ name: 'PaymentTimeoutError', cause: { code: 'network_error' } });
  });

  it('rejects at once when the payment does not exist', async () => {
    const { error, sentAt } = await wait([() => errorResponse(404, 'not_found')], { timeoutMs: 60_000 });
    expect(error).toMatchObject({ name: 'FlorinError', code: 'not_found' });
    expect(sentAt).toEqual([0]);
  });

  it.each(['before', 'during'])('rejects with the signal’s reason when aborted %s the wait', async (when) => {
    const controller = new AbortController();
    const abort = () => {
      controller.abort(new Error('stopped'));
    };
    if (when === 'before') abort();
    else setTimeout(abort, 2_000);
    const { error, endedAt } = await wait([pending], { timeoutMs: 60_000, signal: controller.signal });
    expect(error).toMatchObject({ message: 'stopped' });
    expect(endedAt).toBe(when === 'before' ? 0 : 2_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    { timeoutMs: NaN },
    { timeoutMs: 0 },
    { timeoutMs: 1, intervalMs: 0 },
    { timeoutMs: 1, intervalMs: NaN },
  ])('does not accept %j', async (options) => {
    const { error, sentAt } = await wait([paid], options);
    expect(error).toBeInstanceOf(TypeError);
    expect(sentAt).toEqual([]);
  });
});
