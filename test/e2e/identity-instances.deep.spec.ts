import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addKey,
  addUser,
  expectRefusal,
  logIn,
  logInAdmin,
  openAccount,
  outcomeOf,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let firstApi: RunningApi;
let secondApi: RunningApi;
let adminToken: string;

beforeAll(async () => {
  firstApi = await startApi({ environment: WITH_ADMIN });
  secondApi = await startApi({ environment: WITH_ADMIN, databaseUrl: firstApi.databaseUrl });
  adminToken = await logInAdmin(firstApi);
});
afterAll(async () => {
  await secondApi.stop();
  await firstApi.stop();
});

const statusAtSecond = async (path: string, token: string) =>
  outcomeOf(await secondApi.request('GET', path, { token }));

/** The second instance has just accepted the token; its next response must reflect the change at the first. */
async function refusedAfter(
  path: string,
  token: string,
  change: () => Promise<{ status: number }>,
): Promise<void> {
  expect(await statusAtSecond(path, token)).toBe('200');
  expect((await change()).status).toBe(200);
  expect(await statusAtSecond(path, token)).toBe('401 unauthorized');
}

describe('two instances on one database', () => {
  it('reject a session that ended at the other', async () => {
    const { id, token } = await addUser(firstApi);
    await refusedAfter(`/v1/users/${id}`, token, () =>
      firstApi.request('DELETE', '/v1/auth/session', { token }),
    );
  });

  it.each(['suspended', 'pending'])('reject a user who became %s at the other', async (status) => {
    const { id, token } = await addUser(firstApi);
    await refusedAfter(`/v1/users/${id}`, token, () =>
      firstApi.request('PATCH', `/v1/users/${id}`, { token: adminToken, body: { status } }),
    );
  });

  it('reject a user who was deleted at the other', async () => {
    const { id, token } = await addUser(firstApi);
    await refusedAfter(`/v1/users/${id}`, token, () =>
      firstApi.request('DELETE', `/v1/users/${id}`, { token: adminToken }),
    );
  });

  it('reject the other sessions of a user who changed the password at the other', async () => {
    const { id, email, token } = await addUser(firstApi);
    const { access_token } = await logIn(secondApi, email);
    await refusedAfter(`/v1/users/${id}`, access_token, () =>
      firstApi.request('PATCH', `/v1/users/${id}`, { token, body: { password: 'another fine one' } }),
    );
    expect(await statusAtSecond(`/v1/users/${id}`, token)).toBe('200');
  });

  it('reject a key that was revoked at the other', async () => {
    const { token } = await openAccount(firstApi);
    const key = await addKey(firstApi, token);
    const [{ id }] = (await firstApi.request('GET', '/v1/api_keys', { token })).body.data as [{ id: string }];
    await refusedAfter('/v1/account', key, () => firstApi.request('DELETE', `/v1/api_keys/${id}`, { token }));
  });

  it('reject the owner, members and keys of an account that was closed at the other', async () => {
    const { token } = await openAccount(firstApi);
    const member = await addUser(firstApi, token);
    const key = await addKey(firstApi, token);
    expect(await statusAtSecond('/v1/account', key)).toBe('200');
    await refusedAfter(`/v1/users/${member.id}`, member.token, () =>
      firstApi.request('DELETE', '/v1/account', { token }),
    );
    expect(await statusAtSecond('/v1/account', token)).toBe('401 unauthorized');
    expect(await statusAtSecond('/v1/account', key)).toBe('401 unauthorized');
  });

  it('exchange a refresh token once', async () => {
    const { email } = await addUser(firstApi);
    const { refresh_token } = await logIn(firstApi, email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? firstApi : secondApi).request('POST', '/v1/auth/refresh', { token: refresh_token }),
      ),
    );
    expect(new Set(responses.map(outcomeOf))).toEqual(new Set(['200']));
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  it('accept a user who became active again at the other', async () => {
    const { id, token } = await addUser(firstApi);
    const setStatus = (status: string) =>
      firstApi.request('PATCH', `/v1/users/${id}`, { token: adminToken, body: { status } });
    await refusedAfter(`/v1/users/${id}`, token, () => setStatus('suspended'));
    await setStatus('active');
    expect(await statusAtSecond(`/v1/users/${id}`, token)).toBe('200');
  });

  it('never mix up the responses of concurrent sessions', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => addUser(firstApi)));
    // Fewer than the 200 waiting statements at which an instance sheds load.
    const requests = Array.from({ length: 180 }, (_, index) => users[index % users.length]!);
    const responses = await Promise.all(
      requests.map(({ id, token }) => secondApi.request('GET', `/v1/users/${id}`, { token })),
    );
    expect(responses.map(({ body }) => body.id)).toEqual(requests.map(({ id }) => id));
  });

  it('count failed logins together', async () => {
    const limited = { ...WITH_ADMIN, RATE_LIMITS: 'on' };
    const first = await startApi({ environment: limited, databaseUrl: firstApi.databaseUrl });
    const second = await startApi({ environment: limited, databaseUrl: firstApi.databaseUrl });
    try {
      const { email } = await addUser(firstApi);
      const attempt = (api: RunningApi, password: string) =>
        api.request('POST', '/v1/auth/login', { body: { email, password } });
      for (let count = 0; count < 30; count++) {
        expectRefusal(await attempt(count % 2 ? first : second, 'wrong'), 401, 'invalid_credentials');
      }
      for (const api of [first, second]) {
        const response = await attempt(api, PASSWORD);
        expectRefusal(response, 429, 'rate_limited');
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      await first.stop();
      await second.stop();
    }
  });
});
