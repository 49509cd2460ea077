/** Tokens and their grace period last one second. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addUser,
  ADMIN,
  expectRefusal,
  freshEmail,
  logIn,
  logInAdmin,
  openAccount,
  outcomeOf,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { sendRaw } from '../support/raw-request.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let adminToken: string;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, REFRESH_REUSE_GRACE_SECONDS: '1' } });
  adminToken = await logInAdmin(api);
});
afterAll(() => api.stop());

const login = (body: unknown) => api.request('POST', '/v1/auth/login', { body });
const refresh = (token: string) =>
  api.request('POST', '/v1/auth/refresh', { token, body: { refresh_token: token } });
const whoAmI = (id: string, token: string) => api.request('GET', `/v1/users/${id}`, { token });
const setStatus = (id: string, status: string) =>
  api.request('PATCH', `/v1/users/${id}`, { token: adminToken, body: { status } });
const graceOver = () => new Promise((resolve) => setTimeout(resolve, 1_200));

describe('POST /v1/auth/login', () => {
  it('returns tokens, the session and the user', async () => {
    const { id, email } = await addUser(api);
    const { status, body } = await login({ email: email.toUpperCase(), password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^flr_[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
      session_id: expect.stringMatching(/^sess_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      user: { id, email, name: null },
    });
  });

  it('accepts a username instead of the email', async () => {
    const body = { email: freshEmail(), password: PASSWORD, username: 'Grace.H', name: 'Grace' };
    await api.request('POST', '/v1/users', { body });
    const { body: response } = await login({ email: 'grace.h', password: PASSWORD });
    expect(response.user).toMatchObject({ email: body.email, name: 'Grace' });
  });

  it.each([
    {},
    { email: 'a@example.com' },
    { password: 'x' },
    { email: '', password: 'x' },
    { email: 'a@example.com', password: '' },
    { email: 7, password: 'x' },
    { email: 'a@example.com', password: null },
    { email: 'a@example.com', password: 'x', remember: true },
    { email: 'a\u0000@example.com', password: 'x' },
    [],
    'no JSON',
  ])('rejects %j with 400', async (body) => {
    expectRefusal(await login(body), 400, 'invalid_request');
  });

  it('returns the same error for an unknown email, an unknown username and a wrong password', async () => {
    const { email } = await addUser(api);
    const responses = await Promise.all(
      [email, freshEmail(), 'unknown', '%', "' OR 1=1 --"].map((name) =>
        login({ email: name, password: 'wrong' }),
      ),
    );
    for (const response of responses) expectRefusal(response, 401, 'invalid_credentials');
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });

  it('returns 401 unauthorized for the correct password of a user who is not active', async () => {
    const { id, email } = await addUser(api);
    for (const status of ['suspended', 'pending']) {
      await setStatus(id, status);
      expectRefusal(await login({ email, password: PASSWORD }), 401, 'unauthorized');
      expectRefusal(await login({ email, password: 'wrong' }), 401, 'invalid_credentials');
    }
    await setStatus(id, 'active');
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
  });

  it('logs a failed login with its code and IP address, without the email or username', async () => {
    const { email } = await addUser(api);
    for (const [name, id] of [
      [email, 'wrong-password'],
      ['unknown@example.com', 'unknown-name'],
    ] as const) {
      const headers = { 'x-request-id': id };
      await api.request('POST', '/v1/auth/login', { body: { email: name, password: 'wrong' }, headers });
      const lines = api.logs.filter((line) => line.includes(`"${id}"`));
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({
          route: '/v1/auth/login',
          status: 401,
          refused: 'invalid_credentials',
          address: '127.0.0.1',
        }),
      ]);
      expect(lines.join()).not.toContain(name);
    }
  });

  it('compares every character of a password of any length', async () => {
    const start = 'ä🪙 long '.repeat(12);
    const email = freshEmail();
    await api.request('POST', '/v1/users', { body: { email, password: `${start}A` } });
    expectRefusal(await login({ email, password: `${start}B` }), 401, 'invalid_credentials');
    expectRefusal(await login({ email, password: start }), 401, 'invalid_credentials');
    expectRefusal(await login({ email, password: `${start}A`.repeat(90) }), 401, 'invalid_credentials');
    expect((await login({ email, password: `${start}A` })).status).toBe(200);
  });
});

describe('POST /v1/auth/refresh', () => {
  it('exchanges the token from the header, from the body or from both', async () => {
    const { email, id } = await addUser(api);
    let { refresh_token: token } = await logIn(api, email);
    for (const options of [
      (it: string) => ({ token: it }),
      (it: string) => ({ body: { refresh_token: it } }),
      (it: string) => ({ token: it, body: { refresh_token: it } }),
    ]) {
      const { status, body } = await api.request('POST', '/v1/auth/refresh', options(token));
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.any(String),
        refresh_token: expect.not.stringMatching(token),
        token_type: 'Bearer',
        expires_in: 3600,
      });
      expect((await whoAmI(id, String(body.access_token))).status).toBe(200);
      token = String(body.refresh_token);
    }
  });

  it('returns another access token each time, also within one second', async () => {
    const { email } = await addUser(api);
    let { access_token, refresh_token } = await logIn(api, email);
    const tokens = new Set([access_token]);
    for (let count = 0; count < 5; count += 1) {
      ({ access_token, refresh_token } = (await refresh(refresh_token)).body as {
        access_token: string;
        refresh_token: string;
      });
      tokens.add(access_token);
    }
    expect(tokens.size).toBe(6);
  });

  it('returns 400 for no token, two different tokens and a malformed one', async () => {
    const { refresh_token: token } = await logIn(api, ADMIN.email, ADMIN.password);
    const attempts = [
      {},
      { body: {} },
      { token, body: { refresh_token: 'flr_other' } },
      { body: { refresh_token: 7 } },
      { body: { refresh_token: '' } },
      { token, body: { more: 1 } },
    ];
    for (const options of attempts) {
      expectRefusal(await api.request('POST', '/v1/auth/refresh', options), 400, 'invalid_request');
    }
    expect((await refresh(token)).status).toBe(200);
  });

  it('returns 401 invalid_grant with the same message for every unusable token', async () => {
    const { email } = await addUser(api);
    const { access_token, refresh_token, session_id } = await logIn(api, email);
    await api.request('DELETE', '/v1/auth/session', { token: access_token });
    const flipped =
      refresh_token.slice(0, -2) + (refresh_token.at(-2) === 'A' ? 'B' : 'A') + refresh_token.slice(-1);
    const responses = await Promise.all(
      [refresh_token, flipped, access_token, session_id, 'flr_', 'nonsense', `${refresh_token}A`].map(
        (token) => refresh(token),
      ),
    );
    for (const response of responses) expectRefusal(response, 401, 'invalid_grant');
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });

  it('returns 403 unauthorized for a user who is not active, and does not use up the token', async () => {
    const { id, email } = await addUser(api);
    const { refresh_token } = await logIn(api, email);
    await setStatus(id, 'suspended');
    expectRefusal(await refresh(refresh_token), 403, 'unauthorized');
    await setStatus(id, 'active');
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  it('returns one successor to twenty concurrent requests with one token, and keeps the session', async () => {
    const { id, email } = await addUser(api);
    const { refresh_token } = await logIn(api, email);
    // Long enough for twenty responses of a busy machine.
    const environment = { REFRESH_REUSE_GRACE_SECONDS: '300' };
    const patient = await startApi({ databaseUrl: api.databaseUrl, environment });
    const options = { token: refresh_token, body: { refresh_token } };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => patient.request('POST', '/v1/auth/refresh', options)),
    );
    await patient.stop();
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const successors = new Set(responses.map(({ body }) => String(body.refresh_token)));
    expect(successors.size).toBe(1);
    for (const { body } of responses) expect((await whoAmI(id, String(body.access_token))).status).toBe(200);
    expect((await refresh([...successors][0]!)).status).toBe(200);
  });

  it('ends the session when a token is reused after the grace period', async () => {
    const { id, email } = await addUser(api);
    const { refresh_token } = await logIn(api, email);
    const other = await logIn(api, email);
    const { body } = await refresh(refresh_token);
    expect((await refresh(refresh_token)).body.refresh_token).toBe(body.refresh_token);
    await graceOver();
    expectRefusal(await refresh(refresh_token), 401, 'invalid_grant');
    expectRefusal(await refresh(String(body.refresh_token)), 401, 'invalid_grant');
    expectRefusal(await whoAmI(id, String(body.access_token)), 401, 'unauthorized');
    expect((await whoAmI(id, other.access_token)).status).toBe(200);
  });

  it('ends the session when a token is reused after its successor, also within the grace period', async () => {
    const { email } = await addUser(api);
    const { refresh_token: first } = await logIn(api, email);
    const { body: second } = await refresh(first);
    const { body: third } = await refresh(String(second.refresh_token));
    expectRefusal(await refresh(first), 401, 'invalid_grant');
    expectRefusal(await refresh(String(third.refresh_token)), 401, 'invalid_grant');
  });
});

describe('DELETE /v1/auth/session', () => {
  const endSession = (token: string, body?: object) =>
    api.request('DELETE', '/v1/auth/session', { token, ...(body && { body }) });

  it('ends the current session without a body, and all its tokens at once', async () => {
    const { id, email } = await addUser(api);
    const { access_token, refresh_token, session_id } = await logIn(api, email);
    const { status, body } = await endSession(access_token);
    expect([status, body]).toEqual([200, { message: expect.any(String), session_id }]);
    expectRefusal(await whoAmI(id, access_token), 401, 'unauthorized');
    expectRefusal(await endSession(access_token), 401, 'unauthorized');
    expectRefusal(await refresh(refresh_token), 401, 'invalid_grant');
  });

  it('ends no session when the request is aborted before its body is complete', async () => {
    const { id, token } = await addUser(api);
    const head = `DELETE /v1/auth/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
    const broken = sendRaw(api.url, `${head}Transfer-Encoding: chunked\r\n\r\n`, 300);
    await expect(broken).rejects.toThrow('Incomplete response');
    await graceOver();
    expect((await whoAmI(id, token)).status).toBe(200);
  });

  it('ends only the session in the request', async () => {
    const { id, email, token } = await addUser(api);
    const { access_token, session_id } = await logIn(api, email);
    expect((await endSession(token, { session_id })).body).toMatchObject({ session_id });
    expectRefusal(await whoAmI(id, access_token), 401, 'unauthorized');
    expect((await whoAmI(id, token)).status).toBe(200);
    expectRefusal(await endSession(token, { session_id }), 404, 'invalid_session');
  });

  it('returns 404 for another user’s, an unknown and a malformed session', async () => {
    const { token } = await addUser(api);
    const foreign = (await logIn(api, ADMIN.email, ADMIN.password)).session_id;
    const responses = await Promise.all(
      [foreign, 'sess_01k9zxv3s8e7qv5m2c4w6y8h0j', 'sess_x', ''].map((session_id) =>
        endSession(token, { session_id }),
      ),
    );
    for (const response of responses) expectRefusal(response, 404, 'invalid_session');
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    for (const body of [{ session_id: 7 }, { session_id: null }, { session: 'x' }]) {
      expectRefusal(await endSession(token, body), 400, 'invalid_request');
    }
  });
});

describe('GET /v1/auth/sessions', () => {
  it('lists the caller’s active sessions, newest first, with cursors', async () => {
    const { email, token } = await addUser(api);
    const second = await logIn(api, email);
    const third = await api.request('POST', '/v1/auth/login', {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': 'A browser' },
    });
    await api.request('DELETE', '/v1/auth/session', { token: second.access_token });
    const { body } = await api.request('GET', '/v1/auth/sessions', { token });
    expect(body).toEqual({ object: 'list', data: [expect.any(Object), expect.any(Object)], has_more: false });
    const [newest, oldest] = body.data as [Record<string, unknown>, Record<string, unknown>];
    expect(newest).toEqual({
      id: third.body.session_id,
      current: false,
      address: '127.0.0.1',
      agent: 'A browser',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(oldest.current).toBe(true);
    const page = await api.request('GET', `/v1/auth/sessions?limit=1&starting_after=${String(newest.id)}`, {
      token,
    });
    expect(page.body).toMatchObject({ data: [{ id: oldest.id }], has_more: false });
    const before = await api.request('GET', `/v1/auth/sessions?limit=1&ending_before=${String(oldest.id)}`, {
      token,
    });
    expect(before.body).toMatchObject({ data: [{ id: newest.id }], has_more: false });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1&limit=2',
    'starting_after=nope',
    'page=1',
    'starting_after=sess_x&ending_before=sess_y',
  ])('rejects ?%s with 400', async (query) => {
    expectRefusal(
      await api.request('GET', `/v1/auth/sessions?${query}`, { token: adminToken }),
      400,
      'invalid_request',
    );
  });
});

describe('an access token', () => {
  it.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Token x', 'Bearer a b', 'Bearer x, Bearer y'])(
    'is required, and %j is none',
    async (authorization) => {
      const response = await api.request('GET', '/v1/users', { headers: { authorization } });
      expectRefusal(response, 401, 'unauthorized');
    },
  );

  it('works until its session ends or the token expires', async () => {
    const other = await startApi({ databaseUrl: api.databaseUrl, environment: { ACCESS_TOKEN_TTL: '1' } });
    try {
      const { id, email } = await addUser(api);
      const { access_token } = await logIn(other, email);
      expect((await whoAmI(id, access_token)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      expectRefusal(await whoAmI(id, access_token), 401, 'unauthorized');
    } finally {
      await other.stop();
    }
  });

  it('stops working when the account of the owner closes', async () => {
    const { token, email, refreshToken } = await openAccount(api);
    await api.request('DELETE', '/v1/account', { token });
    expect(outcomeOf(await api.request('GET', '/v1/account', { token }))).toBe('401 unauthorized');
    expect(outcomeOf(await refresh(refreshToken))).toBe('401 invalid_grant');
    expect(outcomeOf(await login({ email, password: PASSWORD }))).toBe('401 unauthorized');
  });
});
