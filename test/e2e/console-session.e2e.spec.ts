import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RequestLimits } from '../../apps/api/src/auth/limits/request-limits.js';
import { rateLimited } from '../../apps/api/src/common/errors/api-error.js';
import { CONSOLE_FILES } from '../../apps/api/src/console/files.js';
import {
  addUser,
  expectRefusal,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { sql } from '../support/payments.js';
import { type RunningApi, startApi, type TestResponse } from '../support/running-api.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});
afterAll(() => api.stop());

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

interface Sent {
  readonly cookie?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (method: string, path: string, { cookie, body, headers = SAME_ORIGIN }: Sent = {}) =>
  api.request(method, `/console/session${path}`, {
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(cookie !== undefined && { cookie }) },
  });

const logIn = (email: string, sent: Sent = {}, password: string = PASSWORD) =>
  send('POST', '', { body: { email, password }, ...sent });
const refresh = (cookie?: string, sent: Sent = {}) => send('POST', '/refresh', { cookie, ...sent });
const logOut = (cookie?: string, sent: Sent = {}) => send('DELETE', '', { cookie, ...sent });

const setCookieOf = ({ headers }: TestResponse): string => headers.getSetCookie().join();
/** As the browser sends it back. */
const cookieOf = (response: TestResponse): string => setCookieOf(response).split(';', 1)[0]!;
const CLEARED = /^florin_session=; Max-Age=0;/;

const isActive = async ({ body }: TestResponse): Promise<boolean> => {
  const token = body['access_token'] as string;
  return (await api.request('GET', '/v1/auth/sessions', { token })).status === 200;
};

describe('POST /console/session', () => {
  it('begins a session whose refresh token is only in a cookie that no script can read', async () => {
    const { email, id } = await openAccount(api);
    const response = await logIn(email);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      session_id: expect.stringMatching(/^sess_/),
      user: expect.objectContaining({ email, role: 'owner', account_id: id }),
    });
    expect(setCookieOf(response)).toMatch(
      /^florin_session=flr_[\w-]+; Max-Age=25919\d\d; Path=\/console\/session; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await isActive(response)).toBe(true);
  });

  it('ends the session that its cookie replaces, and no other one', async () => {
    const [ann, bob] = [await openAccount(api), await openAccount(api)];
    const other = await logIn(ann.email);
    const replaced = await logIn(ann.email);
    const failed = await logIn(bob.email, { cookie: cookieOf(replaced) }, 'a wrong password');
    expect([failed.status, await isActive(replaced)]).toEqual([401, true]);
    const response = await logIn(bob.email, { cookie: cookieOf(replaced) });
    expect(response.status).toBe(200);
    const active = [await isActive(response), await isActive(replaced), await isActive(other)];
    expect(active).toEqual([true, false, true]);
    expect((await logIn(bob.email, { cookie: 'florin_session=flr_x' })).status).toBe(200);
  });

  it('has the errors of a login, and sets no cookie then', async () => {
    const { email } = await openAccount(api);
    const wrong = await logIn(email, {}, 'a wrong password');
    expectRefusal(wrong, 401, 'invalid_credentials');
    for (const body of [{}, { email }, { email, password: 7 }, { email, password: PASSWORD, extra: 1 }]) {
      const response = await send('POST', '', { body });
      expectRefusal(response, 400, 'invalid_request');
      expect(setCookieOf(response)).toBe('');
    }
    expectRefusal(
      await send('POST', '?x=1', { body: { email, password: PASSWORD } }),
      400,
      'invalid_request',
    );
  });

  it('is limited like a login', async () => {
    const limited = await startApi({ environment: { ...WITH_ADMIN, RATE_LIMITS: 'on' } });
    try {
      const attempt = () =>
        limited.request('POST', '/console/session', {
          body: { email: 'stranger@example.com', password: 'wrong password' },
          headers: SAME_ORIGIN,
        });
      const statuses: number[] = [];
      for (let number = 0; number < 40 && !statuses.includes(429); number += 1)
        statuses.push((await attempt()).status);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});

describe('POST /console/session/refresh', () => {
  it('rotates the cookie, and returns what a reload needs', async () => {
    const { email } = await openAccount(api);
    const first = await logIn(email);
    const second = await refresh(cookieOf(first));
    expect(second.status).toBe(200);
    expect(Object.keys(second.body)).toEqual(Object.keys(first.body));
    expect(second.body).toMatchObject({ session_id: first.body['session_id'], user: first.body['user'] });
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    // Another tab, or a lost response.
    expect(cookieOf(await refresh(cookieOf(first)))).toBe(cookieOf(second));
    expect((await refresh(cookieOf(second), { body: {} })).status).toBe(200);
  });

  it('ends the session when an old cookie is used again, because it may be stolen', async () => {
    const { email } = await openAccount(api);
    const first = await logIn(email);
    const second = await refresh(cookieOf(first));
    await sql(
      api.databaseUrl,
      `UPDATE sessions SET rotated_at = now() - interval '1 minute', created_at = now() - interval '1 hour',
        last_used_at = now() - interval '1 minute' WHERE rotated_at IS NOT NULL`,
    );
    const reused = await refresh(cookieOf(first));
    expectRefusal(reused, 401, 'invalid_grant');
    expect(setCookieOf(reused)).toMatch(CLEARED);
    expectRefusal(await refresh(cookieOf(second)), 401, 'invalid_grant');
    expect(await isActive(second)).toBe(false);
  });

  it('is 401 without a session, and 403 for a suspended user, who keeps it', async () => {
    for (const cookie of [undefined, 'florin_session=', 'florin_session=flr_x', 'other=1', ';;=']) {
      const response = await refresh(cookie);
      expectRefusal(response, 401, 'invalid_grant');
      expect(setCookieOf(response)).toMatch(CLEARED);
    }
    const { id, email } = await addUser(api);
    const cookie = cookieOf(await logIn(email));
    const token = await logInAdmin(api);
    const setStatus = (status: string) =>
      api.request('PATCH', `/v1/users/${id}`, { token, body: { status } });
    await setStatus('suspended');
    const refused = await refresh(cookie);
    expectRefusal(refused, 403, 'unauthorized');
    expect(setCookieOf(refused)).toBe('');
    await setStatus('active');
    expect((await refresh(cookie)).status).toBe(200);
  });
});

describe('DELETE /console/session', () => {
  it('ends the session and clears the cookie, also the second time', async () => {
    const { email } = await openAccount(api);
    const session = await logIn(email);
    for (let time = 0; time < 2; time += 1) {
      const response = await logOut(cookieOf(session));
      expect([response.status, response.text]).toEqual([204, '']);
      expect(setCookieOf(response)).toMatch(CLEARED);
    }
    expect((await logOut()).status).toBe(204);
    expect(await isActive(session)).toBe(false);
    expectRefusal(await refresh(cookieOf(session)), 401, 'invalid_grant');
  });
});

describe('a request of another site', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['with another origin', { origin: 'https://evil.example' }],
    ['with an opaque origin', { origin: 'null' }],
    ['without an origin', {}],
  ])('%s is refused without an effect', async (_, origin) => {
    const { email } = await openAccount(api);
    const session = await logIn(email);
    const headers = { 'content-type': 'application/json', ...origin };
    const responses: TestResponse[] = [
      await logIn(email, { headers }),
      await refresh(cookieOf(session), { headers }),
      await logOut(cookieOf(session), { headers }),
    ];
    for (const response of responses) {
      expectRefusal(response, 403, 'forbidden');
      expect(setCookieOf(response)).toBe('');
    }
    expect((await refresh(cookieOf(session), { headers: { ...SAME_ORIGIN, origin: api.url } })).status).toBe(
      200,
    );
    expect(await isActive(session)).toBe(true);
  });

  it('cannot be a form', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type };
      expectRefusal(await refresh(undefined, { headers }), 415, 'invalid_request');
    }
  });

  it('is counted once by its IP address, and refused above the limit', async () => {
    const take = jest.spyOn(api.api.app.get(RequestLimits), 'takeAnonymous');
    try {
      expectRefusal(await refresh(), 401, 'invalid_grant');
      expect(take.mock.calls).toEqual([['127.0.0.1']]);
      take.mockRejectedValueOnce(rateLimited('Too many requests. Try again later.', 5));
      expectRefusal(await refresh(), 429, 'rate_limited');
    } finally {
      take.mockRestore();
    }
  });

  it('is recognized by its origin in browsers without Sec-Fetch-Site', async () => {
    const { email } = await openAccount(api);
    const headers = { 'content-type': 'application/json; charset=utf-8', origin: api.url };
    expect((await logIn(email, { headers })).status).toBe(200);
  });
});

describe('with a public URL', () => {
  it('the cookie is secure, and below the path of the URL', async () => {
    const environment = { ...WITH_ADMIN, PUBLIC_URL: 'https://pay.example.com/florin' };
    const proxied = await startApi({ environment });
    try {
      const { email } = await openAccount(proxied);
      const response = await proxied.request('POST', '/console/session', {
        body: { email, password: PASSWORD },
        headers: { 'content-type': 'application/json', origin: 'https://pay.example.com' },
      });
      expect(setCookieOf(response)).toMatch(
        /^__Secure-florin_session=flr_[\w-]+; Max-Age=\d+; Path=\/florin\/console\/session; HttpOnly; Secure; SameSite=Strict$/,
      );
      const { status, headers } = await fetch(`${proxied.url}/`, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([302, '/florin/console']);
    } finally {
      await proxied.stop();
    }
  });
});

describe('the log', () => {
  it('has the routes, and no cookie and no password', async () => {
    const { email } = await openAccount(api);
    const response = await logIn(email);
    await refresh(cookieOf(response));
    const lines = api.logs.join('\n');
    expect(lines).toContain('"route":"/console/session/refresh","status":200');
    expect(lines).not.toContain(cookieOf(response).split('=')[1]);
    expect(lines).not.toContain(PASSWORD);
  });
});

describe('the service', () => {
  it('serves the files of the console, and redirects to it', async () => {
    expectRefusal(await api.request('GET', '/console/assets/missing.js'), 404, 'not_found');
    expectRefusal(await api.request('PUT', '/console/session', { body: {} }), 405, 'invalid_request');
    const { status } = await fetch(`${api.url}/console`);
    expect(status).toBe(existsSync(new URL('index.html', CONSOLE_FILES)) ? 200 : 503);
    const redirect = await fetch(`${api.url}/`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/console']);
  });
});
