/** One of the keys expires after five seconds. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addUser,
  expectRefusal,
  freshEmail,
  logIn,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { addAdmin } from '../support/add-admin.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let adminToken: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  adminToken = await logInAdmin(api);
});
afterAll(() => api.stop());

const create = (token: string, body: object, headers: Record<string, string> = {}) =>
  api.request('POST', '/v1/api_keys', { token, body, headers });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('API keys', () => {
  it('are shown once and work as bearer tokens for their account', async () => {
    const { id: accountId, email, token } = await openAccount(api);
    const { user } = (await logIn(api, email)) as unknown as { user: { id: string } };
    const expires_at = inAnHour();
    const { status, body } = await create(token, { name: ' Shop ', kind: 'account', expires_at });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      name: 'Shop',
      kind: 'account',
      account_id: accountId,
      created_by: user.id,
      status: 'active',
      last_four: String(body.key).slice(-4),
      created_at: expect.any(String),
      expires_at,
      last_used_at: null,
      revoked_at: null,
      key: expect.stringMatching(/^flk_[\w-]{43}$/),
    });
    const account = await api.request('GET', '/v1/account', { token: String(body.key) });
    expect(account.body).toMatchObject({ id: accountId });
    const { key: _, ...shown } = body;
    const { body: list, text } = await api.request('GET', '/v1/api_keys', { token });
    expect(list).toEqual({ object: 'list', data: [shown], has_more: false });
    expect(text).not.toContain(String(body.key));
  });

  it('are platform keys when an admin creates them', async () => {
    const { id: accountId } = await openAccount(api);
    const { body } = await create(adminToken, { name: 'Back office' });
    expect(body).toMatchObject({ kind: 'platform', account_id: null, expires_at: null });
    const key = String(body.key);
    expect((await api.request('GET', '/v1/accounts', { token: key })).status).toBe(200);
    const account = await api.request('GET', '/v1/account', {
      token: key,
      headers: { 'x-account-id': accountId },
    });
    expect(account.body).toMatchObject({ id: accountId });
    expectRefusal(await api.request('GET', '/v1/users', { token: key }), 403, 'forbidden');
    expectRefusal(await create(key, { name: 'Another' }), 403, 'forbidden');
  });

  it('cannot be created for another account with X-Account-Id, which operations without an account reject', async () => {
    const [{ id: accountId, token }, other] = [await openAccount(api), await openAccount(api)];
    const named = { 'x-account-id': accountId };
    const listed = async () =>
      (await api.request('GET', '/v1/api_keys?limit=100', { token: adminToken })).body.data;
    const before = await listed();
    expectRefusal(await create(adminToken, { name: 'Other' }, named), 400, 'invalid_request');
    expect(await listed()).toEqual(before);
    for (const path of ['/v1/users', '/v1/accounts', '/v1/auth/sessions', '/v1/audit']) {
      const response = await api.request('GET', path, { token: adminToken, headers: named });
      expectRefusal(response, 400, 'invalid_request');
    }
    expectRefusal(await create(other.token, { name: 'Other' }, named), 400, 'invalid_request');
    const body = { email: 'unknown@example.com', password: 'a token lost on its way' };
    expectRefusal(await api.request('POST', '/v1/users', { body, headers: named }), 400, 'invalid_request');
    expectRefusal(
      await api.request('POST', '/v1/auth/login', { body, headers: named }),
      401,
      'invalid_credentials',
    );
    expect((await create(token, { name: 'Own' }, named)).body).toMatchObject({ account_id: accountId });
  });

  it('cannot have another kind than their creator allows', async () => {
    const { token } = await openAccount(api);
    expectRefusal(await create(token, { name: 'Big', kind: 'platform' }), 403, 'forbidden');
    expectRefusal(await create(adminToken, { name: 'Small', kind: 'account' }), 403, 'forbidden');
    expectRefusal(await create((await addUser(api, token)).token, { name: 'Member' }), 403, 'forbidden');
  });

  it.each([
    {},
    { name: '' },
    { name: 'x'.repeat(256) },
    { name: 'x', kind: 'master' },
    { name: 'x', expires_at: '2001-01-01T00:00:00Z' },
    { name: 'x', expires_at: 'tomorrow' },
    { name: 'x', key: 'mine' },
  ])('are rejected with 400: %j', async (body) => {
    expectRefusal(await create(adminToken, body), 400, 'invalid_request');
  });

  it('stop working when revoked, and then cannot be revoked again', async () => {
    const { token } = await openAccount(api);
    const { body } = await create(token, { name: 'Shop' });
    const revoke = () => api.request('DELETE', `/v1/api_keys/${String(body.id)}`, { token });
    const response = await revoke();
    expect([response.status, response.body]).toEqual([
      200,
      { id: body.id, status: 'revoked', message: expect.any(String) },
    ]);
    expectRefusal(await api.request('GET', '/v1/account', { token: String(body.key) }), 401, 'unauthorized');
    expectRefusal(await revoke(), 404, 'not_found');
    const { body: list } = await api.request('GET', '/v1/api_keys', { token });
    expect(list.data).toEqual([
      expect.objectContaining({ id: body.id, status: 'revoked', revoked_at: expect.any(String) }),
    ]);
  });

  it('stop working when they expire, and when their account closes', async () => {
    const { token } = await openAccount(api);
    const soon = new Date(Date.now() + 5_000).toISOString();
    const brief = String((await create(token, { name: 'Brief', expires_at: soon })).body.key);
    const lasting = String((await create(token, { name: 'Lasting' })).body.key);
    const works = async (key: string) => (await api.request('GET', '/v1/account', { token: key })).status;
    expect(await works(brief)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    expect(await works(brief)).toBe(401);
    expect(await works(lasting)).toBe(200);
    await api.request('DELETE', '/v1/account', { token });
    expect(await works(lasting)).toBe(401);
  });

  it('are shown again to a retry with the same Idempotency-Key', async () => {
    const { token } = await openAccount(api);
    const first = await create(token, { name: 'Shop' }, { 'idempotency-key': 'shop' });
    const again = await create(token, { name: 'Shop' }, { 'idempotency-key': 'shop' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expectRefusal(
      await create(token, { name: 'Other' }, { 'idempotency-key': 'shop' }),
      422,
      'idempotency_mismatch',
    );
    const { body } = await api.request('GET', '/v1/api_keys', { token });
    expect(body.data).toHaveLength(1);
  });

  it('are shown as revoked to a retry after their revocation', async () => {
    const { token } = await openAccount(api);
    const retry = () => create(token, { name: 'Shop' }, { 'idempotency-key': 'once' });
    const { body } = await retry();
    await api.request('DELETE', `/v1/api_keys/${String(body.id)}`, { token });
    const again = await retry();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual({ ...body, status: 'revoked', revoked_at: expect.any(String) });
    const { body: list } = await api.request<{ data: unknown[] }>('GET', '/v1/api_keys', { token });
    expect(list.data).toEqual([expect.objectContaining({ id: body.id, revoked_at: again.body.revoked_at })]);
  });

  it('of an admin stop working while it is suspended, and are revoked when it is deleted', async () => {
    const admin = await addAdmin(api);
    const { body } = await create(admin.token, { name: 'Back office' });
    const statusOf = async () =>
      (await api.request('GET', '/v1/accounts', { token: String(body.key) })).status;
    const shown = async () => {
      const page = await api.request<{ data: { id: string; status: string; created_by: string }[] }>(
        'GET',
        '/v1/api_keys?limit=100',
        { token: adminToken },
      );
      return page.body.data.find(({ id }) => id === body.id);
    };
    const setStatus = (status: string) =>
      api.request('PATCH', `/v1/users/${admin.id}`, { token: adminToken, body: { status } });
    expect(await statusOf()).toBe(200);
    await setStatus('suspended');
    expect(await statusOf()).toBe(401);
    expect(await shown()).toMatchObject({ status: 'active', created_by: admin.id });
    await setStatus('active');
    expect(await statusOf()).toBe(200);
    expect((await api.request('DELETE', `/v1/users/${admin.id}`, { token: adminToken })).status).toBe(200);
    expect(await statusOf()).toBe(401);
    expect(await shown()).toMatchObject({ status: 'revoked', created_by: admin.id });
    const { body: audit } = await api.request('GET', `/v1/audit?subject=${String(body.id)}`, {
      token: adminToken,
    });
    expect(audit.data).toMatchObject([
      { action: 'api_key.revoked', details: { reason: 'creator_deleted' } },
      { action: 'api_key.created', actor: admin.id },
    ]);
  });

  it('and members cannot be created by the owner of a suspended account', async () => {
    const { id, token } = await openAccount(api);
    const setStatus = (status: string) =>
      api.request('PATCH', `/v1/accounts/${id}`, { token: adminToken, body: { status } });
    const addMember = () =>
      api.request('POST', '/v1/users', { token, body: { email: freshEmail(), password: PASSWORD } });
    await setStatus('suspended');
    for (const refused of [await create(token, { name: 'Shop' }), await addMember()]) {
      expectRefusal(refused, 400, 'invalid_request');
      expect(refused.body.message).toContain('The account is suspended');
    }
    await setStatus('active');
    expect([(await create(token, { name: 'Shop' })).status, (await addMember()).status]).toEqual([201, 201]);
  });

  it.each(['flk_', 'flk_nonsense', `flk_${'A'.repeat(43)}`])('are not %s', async (key) => {
    const { text, status } = await api.request('GET', '/v1/account', { token: key });
    const { text: forJwt } = await api.request('GET', '/v1/account', { token: 'nonsense' });
    expect(status).toBe(401);
    expect(text).toBe(forJwt);
  });
});

describe('GET /v1/audit', () => {
  it('shows admins who did what to which user, session and key, when and from where', async () => {
    const { token: owner, email } = await openAccount(api);
    const { user } = (await logIn(api, email)) as unknown as { user: { id: string } };
    const member = await addUser(api, owner);
    await api.request('PATCH', `/v1/users/${member.id}`, {
      token: owner,
      body: { status: 'suspended' },
      headers: { 'user-agent': 'A browser' },
    });
    const key = (await create(owner, { name: 'Shop' })).body;
    await api.request('DELETE', `/v1/api_keys/${String(key.id)}`, { token: owner });
    await api.request('DELETE', `/v1/users/${member.id}`, { token: owner });
    const { body } = await api.request('GET', '/v1/audit?limit=4', { token: adminToken });
    expect(body).toMatchObject({ object: 'list', has_more: true });
    const [deleted, revoked, created, updated] = body.data as Record<string, unknown>[];
    expect(deleted).toMatchObject({ action: 'user.deleted', actor: user.id, subject: member.id });
    expect(revoked).toMatchObject({ action: 'api_key.revoked', actor: user.id, subject: key.id });
    expect(created).toMatchObject({
      action: 'api_key.created',
      subject: key.id,
      details: { kind: 'account' },
    });
    expect(updated).toEqual({
      id: expect.stringMatching(/^audit_/),
      actor: user.id,
      action: 'user.updated',
      subject: member.id,
      address: '127.0.0.1',
      agent: 'A browser',
      details: { fields: ['status'], status: 'suspended' },
      occurred_at: expect.any(String),
    });
    const older = await api.request('GET', `/v1/audit?limit=1&starting_after=${String(updated!.id)}`, {
      token: adminToken,
    });
    expect(older.body.data).toMatchObject([{ action: 'session.started', actor: member.id }]);
    const newer = await api.request('GET', `/v1/audit?limit=1&ending_before=${String(updated!.id)}`, {
      token: adminToken,
    });
    expect(newer.body.data).toEqual([created]);
  });

  it('filters by actor and by subject', async () => {
    const { token: owner, email } = await openAccount(api);
    const { user } = (await logIn(api, email)) as unknown as { user: { id: string } };
    const member = await addUser(api, owner);
    const actions = async (query: string) => {
      const { body } = await api.request('GET', `/v1/audit?${query}`, { token: adminToken });
      return (body.data as { action: string }[]).map(({ action }) => action);
    };
    expect(await actions(`actor=${user.id}`)).toEqual(['user.created', 'session.started', 'session.started']);
    expect(await actions(`subject=${member.id}`)).toEqual(['user.created']);
    expect(await actions(`actor=${member.id}&subject=${member.id}`)).toEqual([]);
    expect(await actions('actor=anonymous&limit=1')).toHaveLength(1);
  });

  it.each([
    ['actor=unknown', 'actor must be an id that begins with user_ or key_, or anonymous or system.'],
    [
      'actor=acct_01k9zxv3s8e7qv5m2c4w6y8h0j',
      'actor must be an id that begins with user_ or key_, or anonymous or system.',
    ],
    ['subject=system', 'subject must be an id that begins with user_ or sess_ or key_.'],
    ['subject=user_1', 'subject must be an id that begins with user_ or sess_ or key_.'],
  ])('rejects %s instead of returning an empty list', async (query, message) => {
    const { status, body } = await api.request('GET', `/v1/audit?${query}`, { token: adminToken });
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_request', message });
  });

  it('is for admins only', async () => {
    const { token } = await openAccount(api);
    expectRefusal(await api.request('GET', '/v1/audit', { token }), 403, 'forbidden');
    expectRefusal(await api.request('GET', '/v1/audit'), 401, 'unauthorized');
  });

  it('logs the caller and the IP address of a rejected request', async () => {
    const { token, email } = await openAccount(api);
    const { user } = (await logIn(api, email)) as unknown as { user: { id: string } };
    await api.request('GET', '/v1/audit', { token, headers: { 'x-request-id': 'curious' } });
    const lines = api.logs.filter((line) => line.includes('"curious"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        route: '/v1/audit',
        status: 403,
        refused: 'forbidden',
        principal: user.id,
        address: '127.0.0.1',
      }),
    ]);
  });
});
