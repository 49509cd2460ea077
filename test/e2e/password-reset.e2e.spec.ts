import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import {
  addUser,
  expectRefusal,
  freshEmail,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { linkOf, query, requestReset, submitPassword } from '../support/password-resets.js';
import { openPage } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { dumpDatabase } from '../support/secret-tracker.js';

const NEW_PASSWORD = 'a new and fine password';
let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});
afterAll(() => api.stop());

const passwordIs = async (email: string, password: string): Promise<boolean> =>
  (await api.request('POST', '/v1/auth/login', { body: { email, password } })).status === 200;

/** What a request does in the database: the statements without their values, and the rows that each wrote. */
async function statementsOf(login: string) {
  const sent = jest.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await requestReset(api, login)).status).toBe(202);
    const texts = sent.mock.calls.map(([config]) => (config as unknown as { text?: string }).text ?? config);
    const results = (await Promise.all(
      sent.mock.results.map(({ value }) => value as unknown),
    )) as pg.QueryResult[];
    return texts.map((text, index) => [
      text,
      results[index]!.command === 'INSERT' && results[index]!.rowCount,
    ]);
  } finally {
    sent.mockRestore();
  }
}

describe('POST /v1/auth/password_reset', () => {
  it('answers alike for known, unknown and inactive users, and for a username', async () => {
    const [user, suspended] = [await addUser(api), await addUser(api)];
    const admin = await logInAdmin(api);
    const patch = (id: string, body: object) =>
      api.request('PATCH', `/v1/users/${id}`, { token: admin, body });
    await patch(user.id, { username: 'grace' });
    await patch(suspended.id, { status: 'suspended' });
    const logins = [
      user.email,
      user.email.toUpperCase(),
      'grace',
      suspended.email,
      'stranger@example.com',
      '@',
      'x',
    ];
    const responses = await Promise.all(logins.map((login) => requestReset(api, login)));
    for (const { status, text, body } of responses) {
      expect([status, text]).toEqual([202, responses[0]!.text]);
      expect(Object.keys(body)).toEqual(['message']);
    }
    const rows = await query(api, `SELECT FROM password_resets WHERE user_id IS NOT NULL`);
    expect(rows).toHaveLength(4);
  });

  it('runs the same statements and writes as many rows for an unknown user as for a known one', async () => {
    const { email } = await addUser(api);
    const known = await statementsOf(email);
    expect(await statementsOf('unknown@example.com')).toEqual(known);
    expect(known.filter(([, rows]) => rows === 1)).toHaveLength(2);
  });

  it.each([{}, { email: '' }, { email: 7 }, { email: null }, { email: 'a@b.example', extra: 1 }])(
    'rejects %j with 400',
    async (body) => {
      const response = await api.request('POST', '/v1/auth/password_reset', { body });
      expectRefusal(response, 400, 'invalid_request');
    },
  );
});

describe('the page of the link', () => {
  it('sets the password once, and ends every session and every other link', async () => {
    const { email, token } = await openAccount(api);
    const admin = await logInAdmin(api);
    const [first, second] = [await linkOf(api, email), await linkOf(api, email)];
    // Mail scanners open links.
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await fetch(second.page, { method })).status).toBe(200);
    const done = await submitPassword(second.page, NEW_PASSWORD);
    expect([done.status, done.headers.get('location')]).toEqual([303, 'done']);
    expect((await openPage(`${api.url}/reset/done`)).text).toContain('Your password was changed');

    expect([await passwordIs(email, PASSWORD), await passwordIs(email, NEW_PASSWORD)]).toEqual([false, true]);
    expectRefusal(await api.request('GET', '/v1/account', { token }), 401, 'unauthorized');
    for (const { page } of [first, second]) {
      expect((await openPage(page)).status).toBe(404);
      expect((await submitPassword(page, 'yet another password')).status).toBe(404);
    }
    expect(await passwordIs(email, NEW_PASSWORD)).toBe(true);
    const audit = await api.request<{ data: { action: string; subject: string; actor: string }[] }>(
      'GET',
      '/v1/audit?actor=anonymous',
      { token: admin },
    );
    expect(audit.body.data.map(({ action }) => action)).toContain('user.password_reset');
  });

  it('shows why a password is refused, keeps the link, and never sends a password back', async () => {
    const { email } = await addUser(api);
    const { page } = await linkOf(api, email);
    for (const [password, repeat, reason] of [
      ['', '', 'Enter a new password.'],
      ['short', 'short', 'too short or too long'],
      ['x'.repeat(129), 'x'.repeat(129), 'too short or too long'],
      ['password1', 'password1', 'too common'],
      [email, email, 'must not be your name'],
      ['with\0nul and more', 'with\0nul and more', 'cannot be used'],
      [NEW_PASSWORD, `${NEW_PASSWORD}x`, 'are different'],
    ] as const) {
      const { status, text } = await submitPassword(page, password, { repeat });
      expect([password, status]).toEqual([password, 422]);
      expect(text).toContain(reason);
      expect(text).toContain('aria-invalid="true"');
      expect(text).not.toContain('value=');
    }
    expect(await passwordIs(email, PASSWORD)).toBe(true);
    expect((await submitPassword(page, '  spaces and 🪙 count  ')).status).toBe(303);
    expect(await passwordIs(email, '  spaces and 🪙 count  ')).toBe(true);
  });

  it('is the same page for a link that is unknown, used, expired or of an inactive user', async () => {
    const [used, expired, suspended, deleted] = await Promise.all([1, 2, 3, 4].map(() => addUser(api)));
    const links = [];
    for (const { email } of [used!, expired!, suspended!, deleted!]) links.push(await linkOf(api, email));
    await submitPassword(links[0]!.page, NEW_PASSWORD);
    const past = `created_at = now() - interval '31 minutes', expires_at = now() - interval '1 second'`;
    await query(
      api,
      `UPDATE password_resets SET ${past} WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [expired!.email],
    );
    const admin = await logInAdmin(api);
    await api.request('PATCH', `/v1/users/${suspended!.id}`, { token: admin, body: { status: 'suspended' } });
    await api.request('DELETE', `/v1/users/${deleted!.id}`, { token: admin });
    const changed = links[1]!.page.slice(0, -1) + (links[1]!.page.endsWith('A') ? 'B' : 'A');
    const pages = [...links.map(({ page }) => page), changed, `${api.url}/reset/x`, `${api.url}/reset/%00`];
    const texts = new Set<string>();
    for (const page of pages) {
      for (const { status, text } of [await openPage(page), await submitPassword(page, NEW_PASSWORD)]) {
        expect([page, status]).toEqual([page, 404]);
        texts.add(text);
      }
    }
    expect([...texts]).toEqual([expect.stringContaining('This link is not valid')]);
    expect(await passwordIs(expired!.email, PASSWORD)).toBe(true);
  });

  it('does not work any more once the email or the password has changed', async () => {
    const account = await openAccount(api);
    const moved = await linkOf(api, account.email);
    const email = freshEmail('moved');
    await api.request('PATCH', '/v1/account', { token: account.token, body: { email } });
    expect((await openPage(moved.page)).status).toBe(404);

    const user = await addUser(api);
    const { page } = await linkOf(api, user.email);
    const body = { password: NEW_PASSWORD };
    await api.request('PATCH', `/v1/users/${user.id}`, { token: user.token, body });
    expect((await openPage(page)).status).toBe(404);
  });

  it('is not cached, framed or referred to, and runs no script', async () => {
    const { page } = await linkOf(api, (await addUser(api)).email);
    for (const url of [page, `${api.url}/reset/x`, `${api.url}/reset/done`]) {
      const { headers, text } = await openPage(`${url}?lang="><script>alert(1)</script>`);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).not.toMatch(/<script|style=|\son\w+=/);
    }
    const { status, headers } = await fetch(`${page}/?lang=de`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, `../${new URL(page).pathname.slice(7)}?lang=de`]);
    const [style] = /assets\/page\.css\?v=[\w-]+/.exec((await openPage(page)).text) ?? [];
    expect((await fetch(`${api.url}/reset/${style}`)).headers.get('content-type')).toContain('text/css');
  });

  it('accepts no form of another site, and no JSON', async () => {
    const { email } = await addUser(api);
    const { page } = await linkOf(api, email);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await submitPassword(page, NEW_PASSWORD, { headers })).status).toBe(403);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ password: NEW_PASSWORD, repeat: NEW_PASSWORD });
    expect((await fetch(page, { method: 'POST', headers, body })).status).toBe(415);
    expect(await passwordIs(email, PASSWORD)).toBe(true);
  });

  it('appears in no log line and no row, and neither does the password', async () => {
    const { id, email } = await addUser(api);
    const { token, page } = await linkOf(api, email);
    await openPage(page);
    await submitPassword(page, 'short');
    await submitPassword(page, 'a password in no log line');
    await openPage(page);
    const everything = [...api.logs, ...(await dumpDatabase(api.databaseUrl))].join('\n');
    for (const secret of [token, 'a password in no log line']) expect(everything).not.toContain(secret);
    expect(api.logs.join('\n')).toContain(`"route":"/reset/:token","status":303`);
    expect(api.logs.join('\n')).toContain(`"subject":"${id}"`);
    expect(await fetch(`${api.url}/metrics`).then((response) => response.text())).not.toContain(token);
  });
});
