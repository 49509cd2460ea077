import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { attempt } from './attempt.js';
import { Florin } from './florin.js';
import { json, type Reply, scripted } from './testing/scripted-fetch.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Whatever is forgotten when nobody holds it is forgotten now, over and over. */
let forgetting: NodeJS.Timeout;
let server: Server;
let baseUrl: string;
let arrived: Promise<unknown>;
let ended: Promise<unknown>;

/** A service that takes every request and never answers, or begins to and never ends. */
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
  forgetting = setInterval(collectGarbage, 20);
});
afterEach(() => {
  clearInterval(forgetting);
  server.closeAllConnections();
  server.close();
});

const silent = (timeoutMs: number): Florin =>
  new Florin({ baseUrl, apiKey: 'flk_secret', timeoutMs, retry: { attempts: 1 } });

describe('an attempt that nobody answers', () => {
  it.each(['get', 'balance'] as const)(
    'is over when its time is up (%s), and so is its connection',
    async (call) => {
      await expect(silent(2_000).account[call]()).rejects.toMatchObject({
        code: 'network_error',
        cause: expect.objectContaining({ name: 'TimeoutError' }),
      });
      await ended;
    },
  );

  it.each(['get', 'balance'] as const)(
    'is over when its caller gives up (%s), and so is its connection',
    async (call) => {
      const controller = new AbortController();
      void arrived.then(() => {
        controller.abort(new Error('enough'));
      });
      await expect(silent(30_000).account[call]({ signal: controller.signal })).rejects.toThrow('enough');
      await ended;
    },
  );

  it('is over also where the line knows nothing of signals', async () => {
    const limits = { milliseconds: 20, signal: new AbortController().signal };
    const never = () => new Promise<never>(() => undefined);
    await expect(attempt(new Request(baseUrl), limits, never)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

it('an attempt may take for ever when it is told so', async () => {
  const { florin } = scripted([() => json(200, { id: 'acct_1' })], { timeoutMs: Infinity });
  await expect(florin.account.get()).resolves.toEqual({ id: 'acct_1' });
});

it('a call that is given up does not wait for the exchange of tokens, which goes on for the others', async () => {
  const exchange = Promise.withResolvers<Response>();
  const { florin } = scripted(
    [({ path }) => (path === '/v1/auth/refresh' ? exchange.promise : json(200, {}))],
    {
      tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: 0 },
    },
  );
  const controller = new AbortController();
  const other = florin.account.get();
  const givenUp = florin.account.get({ signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(givenUp).rejects.toThrow('enough');
  const tokens = {
    access_token: 'access-2',
    refresh_token: 'refresh-2',
    token_type: 'Bearer',
    expires_in: 60,
  };
  exchange.resolve(json(200, tokens));
  await expect(other).resolves.toEqual({});
  expect(florin.tokens?.accessToken).toBe('access-2');
});

describe('an exchange of tokens that takes its time', () => {
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 3600 };
  const expired = { accessToken: 'old', refreshToken: 'old', expiresAt: 0 };
  /** The service takes as long for each attempt, and gives each the same answer. */
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

  it('is begun again while the service still answers the spent token, and then waited for', async () => {
    const sentAt: number[] = [];
    const start = Date.now();
    const reply: Reply = (sent) => {
      sentAt.push(Date.now() - start);
      return slow(sent);
    };
    const { florin } = scripted([reply], { tokens: expired });
    const account = florin.account.get();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await account).toEqual({ id: 'acct_1' });
    expect(sentAt).toEqual([0, 3_000, 8_000, 14_000]);
  });

  it('is waited for where there is no other attempt', async () => {
    const { florin, sent } = scripted([slow], { tokens: expired, retry: { attempts: 1 } });
    const account = florin.account.get();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await account).toEqual({ id: 'acct_1' });
    expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/refresh', '/v1/account']);
  });
});
