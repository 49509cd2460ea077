import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addKey,
  addUser,
  expectRefusal,
  logInAdmin,
  openAccount,
  outcomeOf,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let second: RunningApi;
let admin: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  second = await startApi({ environment: WITH_ADMIN, databaseUrl: api.databaseUrl });
  admin = await logInAdmin(api);
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});

const forAccount = (id: string) => ({ headers: { 'x-account-id': id } });
const close = (token: string, options: object = {}) =>
  api.request('DELETE', '/v1/account', { token, ...options });

describe('closing an account', () => {
  it('returns id, status, closed_at and a message, and the account stays listed as closed', async () => {
    const { id, token } = await openAccount(api);
    const { status, body } = await close(token, { headers: { 'content-type': 'application/json' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      status: 'closed',
      closed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      message: expect.stringMatching(/closed/),
    });
    const current = await api.request('GET', '/v1/account', { token: admin, ...forAccount(id) });
    expect(current.body).toMatchObject({ id, status: 'closed', updated_at: body.closed_at });
    const closed = await api.request('GET', '/v1/accounts?status=closed', { token: admin });
    expect((closed.body.data as { id: string }[]).map((account) => account.id)).toContain(id);
  });

  it('is for the owner, or for admins and platform keys with X-Account-Id; others get 403, or 401 without a token', async () => {
    const { id, token } = await openAccount(api);
    const member = await addUser(api, token);
    const platformKey = await addKey(api, admin);
    for (const other of [
      member.token,
      await addKey(api, token),
      (await addUser(api)).token,
      admin,
      platformKey,
    ]) {
      expectRefusal(await close(other), 403, 'forbidden');
    }
    expectRefusal(await api.request('DELETE', '/v1/account'), 401, 'unauthorized');
    expectRefusal(await close(admin, forAccount('acct_00000000000000000000000000')), 404, 'not_found');
    expect((await close(platformKey, forAccount(id))).status).toBe(200);
    const other = await openAccount(api);
    expect((await close(admin, forAccount(other.id))).status).toBe(200);
  });

  it('is rejected with an unknown parameter or field, and closes nothing', async () => {
    const { id, token } = await openAccount(api);
    const other = await openAccount(api);
    const byQuery = await api.request('DELETE', `/v1/account?account_id=${other.id}`, { token });
    expectRefusal(byQuery, 400, 'invalid_request');
    expectRefusal(await close(token, { body: { account_id: other.id } }), 400, 'invalid_request');
    // The permission is checked before the parameters.
    const unknown = await api.request('DELETE', `/v1/account?account_id=${other.id}`);
    expectRefusal(unknown, 401, 'unauthorized');
    const current = await api.request('GET', '/v1/account', { token });
    expect(current.body).toMatchObject({ id, status: 'active' });
  });

  it('works on a suspended account', async () => {
    const { id, token } = await openAccount(api);
    await api.request('PATCH', `/v1/accounts/${id}`, { token: admin, body: { status: 'suspended' } });
    expect((await close(token)).body).toMatchObject({ id, status: 'closed' });
  });

  it('revokes sessions, tokens and keys at once, on every instance', async () => {
    const { id, email, token, refreshToken } = await openAccount(api);
    const member = await addUser(api, token);
    const key = await addKey(api, token);
    for (const way of [token, member.token, key]) {
      expect((await second.request('GET', '/v1/account', { token: way })).status).toBe(200);
    }
    expect((await close(token)).status).toBe(200);
    for (const way of [token, member.token, key]) {
      for (const instance of [second, api]) {
        expectRefusal(await instance.request('GET', '/v1/account', { token: way }), 401, 'unauthorized');
      }
    }
    const refreshed = await second.request('POST', '/v1/auth/refresh', {
      body: { refresh_token: refreshToken },
    });
    expectRefusal(refreshed, 401, 'invalid_grant');
    for (const login of [email, member.email]) {
      const response = await second.request('POST', '/v1/auth/login', {
        body: { email: login, password: PASSWORD },
      });
      expectRefusal(response, 401, 'unauthorized');
    }
    const { body } = await api.request('GET', `/v1/users/${member.id}`, { token: admin });
    expect(body).toMatchObject({ status: 'suspended', account_id: id });
  });

  it('adds the ended users, sessions and keys to the audit trail, with the actor', async () => {
    const { id, token } = await openAccount(api);
    const member = await addUser(api, token);
    await addKey(api, token);
    await close(admin, forAccount(id));
    const { body } = await api.request('GET', '/v1/audit?limit=10', { token: admin });
    const actions = (body.data as { action: string; subject: string; actor: string }[]).slice(0, 5);
    expect(actions.map(({ action }) => action).sort()).toEqual([
      'api_key.revoked',
      'session.ended',
      'session.ended',
      'user.updated',
      'user.updated',
    ]);
    expect(actions.map(({ subject }) => subject)).toContain(member.id);
    expect(new Set(actions.map(({ actor }) => actor)).size).toBe(1);
  });

  it('happens once and cannot be undone', async () => {
    const { id, email, token } = await openAccount(api);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => close(admin, forAccount(id))));
    const statuses = outcomes.map(outcomeOf).sort();
    expect(statuses).toEqual(['200', ...Array.from({ length: 7 }, () => '409 conflict')]);
    const again = [
      await close(admin, forAccount(id)),
      await api.request('PATCH', '/v1/account', { token: admin, body: { name: 'Ghost' }, ...forAccount(id) }),
      await api.request('PATCH', `/v1/accounts/${id}`, { token: admin, body: { status: 'active' } }),
    ];
    for (const response of again) expectRefusal(response, 409, 'conflict');
    expectRefusal(await close(token), 401, 'unauthorized');
    const body = { email, name: 'Ada', type: 'business', password: PASSWORD };
    expectRefusal(await api.request('POST', '/v1/accounts', { body }), 409, 'email_exists');
  });
});
