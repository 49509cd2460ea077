import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKey, type Holder, logIn, openAccount, outcomeOf } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';

// passport keeps strategies per process and callbacks per request. Mixed up, one request would be executed as another
// caller's, or return another caller's data.

let api: RunningApi;
let callers: readonly { readonly account: Holder; readonly token: string }[];

beforeAll(async () => {
  api = await startApi();
  const [ada, bob, eve] = [await openAccount(api), await openAccount(api), await openAccount(api)];
  callers = [
    { account: ada, token: ada.token },
    { account: bob, token: bob.token },
    { account: eve, token: await addKey(api, eve.token) },
  ];
});
afterAll(() => api.stop());

const REQUESTS = 200;

const ofEach = <Result>(ask: (caller: (typeof callers)[number]) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: REQUESTS }, (_, index) => ask(callers[index % callers.length]!)));

describe('200 concurrent requests of two users and an API key', () => {
  it('read the account of their own caller', async () => {
    const responses = await ofEach(async ({ account, token }) => {
      const { status, body } = await api.request('GET', '/v1/account', { token });
      return { status, id: body.id, expected: account.id };
    });
    for (const { status, id, expected } of responses)
      expect({ status, id }).toEqual({ status: 200, id: expected });
  });

  it('write to the account of their own caller', async () => {
    const created = await ofEach(async ({ account, token }) => {
      const body = { account_id: account.id, type: 'credit', amount: 100, currency: 'USD' };
      const response = await api.request('POST', '/v1/transactions', { token, body });
      return { status: response.status, id: response.body.id as string, account };
    });
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { account, token } of callers) {
      const expected = created.filter((one) => one.account === account).map(({ id }) => id);
      const { body } = await api.request<{ data: { id: string; account_id: string }[] }>(
        'GET',
        '/v1/transactions?limit=100',
        { token },
      );
      expect(new Set(body.data.map(({ account_id }) => account_id))).toEqual(new Set([account.id]));
      expect(body.data.map(({ id }) => id).sort()).toEqual(expected.sort());
    }
  });

  it('are rejected individually when the token is invalid', async () => {
    const responses = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const { account, token } = callers[index % callers.length]!;
        const isBad = index % 2 === 1;
        const response = await api.request('GET', '/v1/account', { token: isBad ? `${token}x` : token });
        return [
          outcomeOf(response),
          response.body.id,
          isBad ? '401 unauthorized' : '200',
          isBad ? undefined : account.id,
        ];
      }),
    );
    for (const [outcome, id, expected, expectedId] of responses)
      expect([outcome, id]).toEqual([expected, expectedId]);
  });
});

describe('two services in one process with different secrets', () => {
  let other: RunningApi;
  beforeAll(async () => {
    // The same database: only the secret differs.
    other = await startApi({
      databaseUrl: api.databaseUrl,
      environment: { JWT_SECRET: 'the secret of the second service, long enough' },
    });
  });
  afterAll(() => other.stop());

  it('accept only their own tokens, used concurrently', async () => {
    const { account } = callers[0]!;
    const here = { api, token: account.token };
    const there = { api: other, token: await logInAt(other, account.email) };
    const cases = [
      { at: here, by: here, expected: '200' },
      { at: here, by: there, expected: '401 unauthorized' },
      { at: there, by: there, expected: '200' },
      { at: there, by: here, expected: '401 unauthorized' },
    ];
    const outcomes = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const { at, by, expected } = cases[index % cases.length]!;
        return [outcomeOf(await at.api.request('GET', '/v1/account', { token: by.token })), expected];
      }),
    );
    for (const [outcome, expected] of outcomes) expect(outcome).toBe(expected);
  });
});

const logInAt = async (service: RunningApi, email: string): Promise<string> =>
  (await logIn(service, email)).access_token;
