import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { attempt } from './attempt.js';
import { Florin } from './florin.js';
import { json, type Reply, scriptedClient } from './testing/scripted-client.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collects garbage all the time: an unreferenced request must not lose its timeout. */
let collecting: NodeJS.Timeout;
let server: Server;
let baseUrl: string;
let arrived: Promise<unknown>;
let ended: Promise<unknown>;

/** A service that never responds, or never completes its response. */
beforeEach(async () => {
  const arrival = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  arrived = arrival.promise;
  ended = end.promise;
  server = createServer((request, response) => {
    arrival.resolve(undefined);
    response.on('close', () => {
      end.resolve(undefined);
    });
    if (request.url === '/v1/account/balance')
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  collecting = setInterval(collectGarbage, 20);
});
afterEach(() => {
  clearInterval(collecting);
  server.closeAllConnections();
  server.close();
});

const unresponsiveClient = (timeoutMs: number): Florin =>
  new Florin({ baseUrl, apiKey: 'flk_secret', timeoutMs, retry: { attempts: 1 } });

describe('an attempt without a response', () => {
  it.each(['get', 'balance'] as const)('times out and closes its connection (%s)', async (call) => {
    await expect(unresponsiveClient(2_000).account[call]()).rejects.toMatchObject({
      code: 'network_error',
      cause: expect.objectContaining({ name: 'TimeoutError' }),
    });
    await ended;
  });

  it.each(['get', 'balance'] as const)(
    'ends when the caller aborts, and closes its connection (%s)',
    async (call) => {
      const controller = new AbortController();
      void arrived.then(() => {
        controller.abort(new Error('stopped'));
      });
      await expect(unresponsiveClient(30_000).account[call]({ signal: controller.signal })).rejects.toThrow(
        'stopped',
      );
      await ended;
    },
  );

  it('times out also if fetch ignores the signal', async () => {
    const limits = { timeoutMs: 20, signal: new AbortController().signal };
    const never = () => new Promise<never>(() => undefined);
    await expect(attempt(new Request(baseUrl), limits, never)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

it('an attempt with timeoutMs Infinity has no timeout', async () => {
  const { florin } = scriptedClient([() => json(200, { id: 'acct_1' })], { timeoutMs: Infinity });
  await expect(florin.account.get()).resolves.toEqual({ id: 'acct_1' });
});

it('an aborted call does not end the token refresh that other calls wait for', async () => {
  const refresh = Promise.withResolvers<Response>();
  const { florin } = scriptedClient(
    [({ path }) => (path === '/v1/auth/refresh' ? refresh.promise : json(200, {}))],
    {
      tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: 0 },
    },
  );
  const controller = new AbortController();
  const other = florin.account.get();
  const aborted = florin.account.get({ signal: controller.signal });
  controller.abort(new Error('stopped'));
  await expect(aborted).rejects.toThrow('stopped');
  const tokens = {
    access_token: 'access-2',
    refresh_token: 'refresh-2',
    token_type: 'Bearer',
    expires_in: 60,
  };
  refresh.resolve(json(200, tokens));
  await expect(other).resolves.toEqual({});
  expect(florin.tokens?.accessToken).toBe('access-2');
});

describe('a slow token refresh', () => {
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 3600 };
  const expired = { accessToken: 'old', refreshToken: 'old', expiresAt: 0 };
  /** Each attempt of the refresh takes six seconds. */
  const slow: Reply = ({ path }) =>
    path === '/v1/account'
      ? json(200, { id: 'acct_1' })
      : new Promise((resolve) => {
          setTimeout(() => {
            resolve(json(200, tokens));
          }, 6_000);
        });

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is retried while the service still accepts the used token, then waited for', async () => {
    const sentAt: number[] = [];
    const start = Date.now();
    const reply: Reply = (sent) => {
      sentAt.push(Date.now() - start);
      return slow(sent);
    };
    const { florin } = scriptedClient([reply], { tokens: expired });
    const account = florin.account.get();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await account).toEqual({ id: 'acct_1' });
    expect(sentAt).toEqual([0, 3_000, 8_000, 14_000]);
  });

  it('is waited for without retries', async () => {
    const { florin, sent } = scriptedClient([slow], { tokens: expired, retry: { attempts: 1 } });
    const account = florin.account.get();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await account).toEqual({ id: 'acct_1' });
    expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/refresh', '/v1/account']);
  });
});
