import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { canReadMetrics, cacheFor } from './metrics-endpoint.js';

const TOKEN = 'a token of sixteen'.replaceAll(' ', '-');

const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('access to the metrics', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'is granted to %s without a token',
    (from) => {
      expect(canReadMetrics(request(from), undefined)).toBe(true);
      expect(canReadMetrics(request(from), TOKEN)).toBe(true);
      expect(canReadMetrics(request(from, { authorization: 'Bearer something else' }), TOKEN)).toBe(true);
    },
  );

  it.each(['192.0.2.1', '10.0.0.1', '::ffff:192.0.2.1', '2001:db8::1', 'not an address', undefined])(
    'is refused to %s without a token',
    (from) => {
      expect(canReadMetrics(request(from), undefined)).toBe(false);
      expect(canReadMetrics(request(from), TOKEN)).toBe(false);
    },
  );

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'])(
    'is refused to a request that a proxy on this machine forwarded with %s',
    (header) => {
      expect(canReadMetrics(request('127.0.0.1', { [header]: 'any' }), undefined)).toBe(false);
    },
  );

  it('is granted to any address with the token, and with no other', () => {
    const withToken = (authorization: string) =>
      canReadMetrics(request('192.0.2.1', { authorization, 'x-forwarded-for': '192.0.2.2' }), TOKEN);
    expect(withToken(`Bearer ${TOKEN}`)).toBe(true);
    expect(withToken(`bearer ${TOKEN}`)).toBe(true);
    for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, TOKEN, `Basic ${TOKEN}`, 'Bearer '])
      expect(withToken(wrong)).toBe(false);
  });

  it('is not granted by a bearer token when none is set', () => {
    expect(canReadMetrics(request('192.0.2.1', { authorization: 'Bearer undefined' }), undefined)).toBe(
      false,
    );
  });
});

describe('a cached result', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is produced once for all callers within its maximum age, and again after it', async () => {
    let count = 0;
    const read = cacheFor(1_000, () => Promise.resolve(++count));
    expect(new Set(await Promise.all(Array.from({ length: 50 }, read)))).toEqual(new Set([1]));
    await jest.advanceTimersByTimeAsync(999);
    expect(await read()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await read()).toBe(2);
  });

  it('is not cached when it is a failure', async () => {
    const results = [Promise.reject(new Error('gone')), Promise.resolve('here')];
    const read = cacheFor(1_000, () => results.shift() ?? Promise.resolve('too late'));
    await expect(read()).rejects.toThrow('gone');
    expect(await read()).toBe('here');
  });
});
