import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { attempt } from './attempt.js';
import { Florin } from './florin.js';
import { json, scripted } from './testing/scripted-fetch.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Whatever is forgotten when nobody holds it is forgotten now, over and over. */
let forgetting: NodeJS.Timeout;
let server: Server;
let baseUrl: string;
let ended: Promise<unknown>;

/** A service that takes every request and never answers, or begins to and never ends. */
beforeEach(async () => {
  const end = Promise.withResolvers<undefined>();
  ended = end.promise;
  server = createServer((request, response) => {
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
      await expect(silent(200).account[call]()).rejects.toMatchObject({
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
      setTimeout(() => {
        controller.abort(new Error('enough'));
      }, 200);
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
