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
import { type RequestOptions, type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let adminToken: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  adminToken = await logInAdmin(api);
});
afterAll(() => api.stop());

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const create = (body: unknown, options: RequestOptions = {}) =>
  api.request('POST', '/v1/users', { body, ...options });
const get = (id: string, token: string) => api.request('GET', `/v1/users/${id}`, { token });
const update = (id: string, token: string, body: unknown) =>
  api.request('PATCH', `/v1/users/${id}`, { token, body });
const remove = (id: string, token: string) => api.request('DELETE', `/v1/users/${id}`, { token });
const list = (query: string, token = adminToken) => api.request('GET', `/v1/users${query}`, { token });

describe('POST /v1/users', () => {
  it('returns 201 with all documented fields, and never a password', async () => {
    const email = freshEmail();
    const { status, body, text } = await create({
      email: email.toUpperCase(),
      password: PASSWORD,
      name: '  Ada ',
      username: 'ada_1',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^user_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      email,
      username: 'ada_1',
      name: 'Ada',
      status: 'active',
      role: 'user',
      account_id: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: body.created_at,
    });
    expect(text).not.toContain('password');
  });

  it('creates a member of an owner’s account, and a user without an account for other callers', async () => {
    const { id, token } = await openAccount(api);
    const member = await create({ email: freshEmail(), password: PASSWORD }, { token });
    expect(member.body).toMatchObject({ role: 'member', account_id: id });
    for (const options of [{}, { token: adminToken }, { token: (await addUser(api)).token }]) {
      const { body } = await create({ email: freshEmail(), password: PASSWORD }, options);
      expect(body).toMatchObject({ role: 'user', account_id: null });
    }
  });

  it('rejects an invalid token, even where none is required', async () => {
    const response = await create({ email: freshEmail(), password: PASSWORD }, { token: 'nonsense' });
    expectRefusal(response, 401, 'unauthorized');
  });

  it.each([
    { email: 'a@example.com' },
    { password: PASSWORD },
    { email: 'no email', password: PASSWORD },
    { email: 'a@example.com', password: 'short' },
    { email: 'a@example.com', password: 'x'.repeat(129) },
    { email: 'a@example.com', password: 'Password123' },
    { email: 'own.email@example.com', password: 'Own.Email@Example.com' },
    { email: 'a@example.com', password: 'ada king', name: 'Ada King' },
    { email: 'a@example.com', password: 'ada-king', username: 'Ada-King' },
    { email: 'a@example.com', password: 12345678 },
    { email: 'a@example.com', password: '\ud800 half a pair' },
    { email: 'a@example.com', password: PASSWORD, name: '' },
    { email: 'a@example.com', password: PASSWORD, name: 'x'.repeat(256) },
    { email: 'a@example.com', password: PASSWORD, username: 'a b' },
    { email: 'a@example.com', password: PASSWORD, role: 'admin' },
    { email: 'a@example.com', password: PASSWORD, status: 'active' },
  ])('rejects %j with 400', async (body) => {
    expectRefusal(await create(body), 400, 'invalid_request');
  });

  it('succeeds for one of twenty concurrent requests with one email, ignoring case', async () => {
    const email = freshEmail('mixed');
    const spelled = (index: number) =>
      Array.from(email)
        .map((letter, place) => ((place + index) % 3 ? letter : letter.toUpperCase()))
        .join('');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ email: spelled(index), password: PASSWORD })),
    );
    const outcomes = responses.map(outcomeOf).sort();
    expect(outcomes).toEqual(['201', ...Array.from({ length: 19 }, () => '409 email_exists')]);
  });

  it('returns 409 for the email of an account’s owner and for a taken username', async () => {
    const { email } = await openAccount(api);
    expectRefusal(await create({ email, password: PASSWORD }), 409, 'email_exists');
    await create({ email: freshEmail(), password: PASSWORD, username: 'Taken' });
    expectRefusal(
      await create({ email: freshEmail(), password: PASSWORD, username: 'tAKEN' }),
      409,
      'conflict',
    );
  });

  describe('with an Idempotency-Key', () => {
    const headers = (key: string) => ({ headers: { 'idempotency-key': key } });

    it('creates once and replays the response with Idempotent-Replayed', async () => {
      const body = { email: freshEmail(), password: PASSWORD, name: 'Once' };
      const first = await create(body, headers('key 1'));
      const { email, password, name } = body;
      const again = await create({ name, password, email }, headers('key 1'));
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body).toEqual(first.body);
      expect(first.headers.has('idempotent-replayed')).toBe(false);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    it('creates once for concurrent requests', async () => {
      const body = { email: freshEmail(), password: PASSWORD };
      const responses = await Promise.all(Array.from({ length: 12 }, () => create(body, headers('key 2'))));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    });

    it('rejects another body under the same key, also when only the password differs', async () => {
      const body = { email: freshEmail(), password: PASSWORD };
      await create(body, headers('key 3'));
      for (const other of [
        { ...body, name: 'Other' },
        { ...body, password: `${PASSWORD}!` },
      ]) {
        expectRefusal(await create(other, headers('key 3')), 422, 'idempotency_mismatch');
      }
    });

    it('separates the keys of anonymous callers by email, so that a guessed key blocks no sign-up', async () => {
      const [guessed, own] = [
        { email: freshEmail(), password: PASSWORD },
        { email: freshEmail(), password: PASSWORD },
      ];
      expect((await create(guessed, headers('order-1'))).status).toBe(201);
      const created = await create(own, headers('order-1'));
      expect([created.status, created.body.email]).toEqual([201, own.email]);
      const again = await create(own, headers('order-1'));
      expect(again.body).toEqual(created.body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const inUpperCase = { ...own, email: own.email.toUpperCase() };
      expectRefusal(await create(inUpperCase, headers('order-1')), 422, 'idempotency_mismatch');
    });

    it('does not store errors, and separates the keys of principals', async () => {
      const body = { email: 'wrong', password: PASSWORD };
      expectRefusal(await create(body, headers('key 4')), 400, 'invalid_request');
      expect((await create({ ...body, email: freshEmail() }, headers('key 4'))).status).toBe(201);
      const asAdmin = await create(
        { ...body, email: freshEmail() },
        { ...headers('key 4'), token: adminToken },
      );
      expect(asAdmin.status).toBe(201);
    });

    it.each(['', 'x'.repeat(256), 'schlüssel'])('rejects the key %j', async (key) => {
      const body = { email: freshEmail(), password: PASSWORD };
      expectRefusal(await create(body, headers(key)), 400, 'invalid_request');
    });
  });
});

describe('GET /v1/users', () => {
  it('pages newest first and counts', async () => {
    const ids: unknown[] = [];
    for (let index = 0; index < 3; index++) {
      ids.unshift((await create({ email: freshEmail('pager'), password: PASSWORD })).body.id);
    }
    const first = await list('?search=PAGER-&limit=2');
    expect(first.status).toBe(200);
    expect((first.body.data as { id: string }[]).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.body.pagination).toEqual({ page: 1, limit: 2, total_pages: 2, total_records: 3 });
    const second = await list('?search=pager-&limit=2&page=2');
    expect((second.body.data as { id: string }[]).map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await list('?search=pager-&page=9')).body).toEqual({
      data: [],
      pagination: { page: 9, limit: 25, total_pages: 1, total_records: 3 },
    });
  });

  it('filters by status and searches names and emails literally', async () => {
    const name = '100%_sure';
    const { body } = await create({ email: freshEmail(), password: PASSWORD, name });
    await update(String(body.id), adminToken, { status: 'pending' });
    for (const query of [
      `?search=${encodeURIComponent('0%_SU')}`,
      '?status=pending',
      `?status=pending&search=sure`,
    ]) {
      expect((await list(query)).body.data).toEqual([
        expect.objectContaining({ id: body.id, name, status: 'pending' }),
      ]);
    }
    expect((await list(`?status=suspended&search=sure`)).body.data).toEqual([]);
    expect((await list(`?search=${encodeURIComponent('100%sure')}`)).body.data).toEqual([]);
  });

  it('shows an owner the users of its account', async () => {
    const { token, email } = await openAccount(api);
    const member = await addUser(api, token);
    const { body } = await list('', token);
    expect((body.data as { email: string }[]).map((user) => user.email)).toEqual([member.email, email]);
    expectRefusal(await list('', member.token), 403, 'forbidden');
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'limit=0',
    'limit=101',
    'limit=1e2',
    'limit=',
    'status=closed',
    'search=',
    'sort=name',
    'page=1&page=2',
    'search=%00',
  ])('rejects ?%s with 400', async (query) => {
    expectRefusal(await list(`?${query}`), 400, 'invalid_request');
  });
});

describe('PATCH /v1/users/{user_id}', () => {
  it('changes only the fields that are sent', async () => {
    const { id, token } = await addUser(api);
    const before = (await get(id, token)).body;
    const { status, body } = await update(id, token, { name: ' New ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'New', updated_at: body.updated_at });
    expect(Date.parse(String(body.updated_at))).toBeGreaterThanOrEqual(Date.parse(String(before.updated_at)));
    expect((await get(id, token)).body).toEqual(body);
    expect((await update(id, token, {})).body).toEqual(body);
  });

  it('sets any status, for an admin and for the owner of the account', async () => {
    const { token: owner } = await openAccount(api);
    const member = await addUser(api, owner);
    for (const [by, status] of [
      [owner, 'suspended'],
      [adminToken, 'pending'],
      [owner, 'active'],
      [adminToken, 'suspended'],
      [adminToken, 'active'],
    ] as const) {
      expect((await update(member.id, by, { status })).body).toMatchObject({ status });
    }
    expect((await get(member.id, member.token)).status).toBe(200);
    expectRefusal(await update(member.id, member.token, { status: 'active' }), 401, 'unauthorized');
  });

  it('ends the other sessions with a new password', async () => {
    const { id, email, token } = await addUser(api);
    const other = await logIn(api, email);
    expect((await update(id, token, { password: 'another fine one' })).status).toBe(200);
    expect((await get(id, token)).status).toBe(200);
    expectRefusal(await get(id, other.access_token), 401, 'unauthorized');
    const old = await api.request('POST', '/v1/auth/login', { body: { email, password: PASSWORD } });
    expectRefusal(old, 401, 'invalid_credentials');
    await logIn(api, email, 'another fine one');
  });

  it('rejects the name and username of the user as password', async () => {
    const { id, token } = await addUser(api);
    await update(id, token, { name: 'Ada King', username: 'adas-name' });
    for (const password of ['ADA KING', 'Adas-Name']) {
      const response = await update(id, token, { password });
      expectRefusal(response, 400, 'invalid_request');
      expect(response.body.message).toContain('must not be the name, username or email');
    }
  });

  it('checks current_password if it is sent', async () => {
    const { id, email, token } = await addUser(api);
    const password = 'another fine one';
    const wrong = await update(id, token, { password, current_password: 'not the password' });
    expectRefusal(wrong, 401, 'invalid_credentials');
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    await logIn(api, email);
    expect((await update(id, token, { password, current_password: PASSWORD })).status).toBe(200);
    await logIn(api, email, password);
    expectRefusal(await update(id, token, { current_password: '' }), 400, 'invalid_request');
    expectRefusal(await update(id, token, { current_password: null }), 400, 'invalid_request');
    const stranger = await addUser(api);
    const guess = { name: 'Other', current_password: password };
    expectRefusal(await update(id, stranger.token, guess), 404, 'not_found');
  });

  it.each([
    { name: '' },
    { status: 'closed' },
    { status: null },
    { password: 'short' },
    { password: 'iloveyou' },
    { email: 'b@example.com' },
    { id: 'x' },
    { username: '@' },
  ])('rejects %j with 400', async (body) => {
    const { id } = await addUser(api);
    expectRefusal(await update(id, adminToken, body), 400, 'invalid_request');
  });

  it('removes a name or username that is null, and frees the username', async () => {
    const { id, token } = await addUser(api);
    await update(id, token, { name: 'Known', username: 'for.a.while' });
    const { status, body } = await update(id, token, { name: null, username: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: null, username: null });
    expect((await get(id, token)).body).toEqual(body);
    const next = await create({ email: freshEmail(), password: PASSWORD, username: 'for.a.while' });
    expect(next.status).toBe(201);
    expectRefusal(await update(id, token, { password: null }), 400, 'invalid_request');
  });

  it('returns 409 for a taken username', async () => {
    const { id, token } = await addUser(api);
    await create({ email: freshEmail(), password: PASSWORD, username: 'first.come' });
    expectRefusal(await update(id, token, { username: 'First.Come' }), 409, 'conflict');
    expect((await update(id, token, { username: 'second.come' })).body).toMatchObject({
      username: 'second.come',
    });
  });
});

describe('DELETE /v1/users/{user_id}', () => {
  it('deletes the user with its sessions and tokens', async () => {
    const { id, email, token } = await addUser(api);
    const { refresh_token } = await logIn(api, email);
    const { status, body } = await remove(id, adminToken);
    expect([status, body]).toEqual([200, { message: expect.any(String), id }]);
    expectRefusal(await get(id, token), 401, 'unauthorized');
    expectRefusal(
      await api.request('POST', '/v1/auth/refresh', { token: refresh_token }),
      401,
      'invalid_grant',
    );
    const login = await api.request('POST', '/v1/auth/login', { body: { email, password: PASSWORD } });
    expectRefusal(login, 401, 'invalid_credentials');
    expectRefusal(await get(id, adminToken), 404, 'not_found');
    expectRefusal(await remove(id, adminToken), 404, 'not_found');
    expect((await create({ email, password: PASSWORD })).status).toBe(201);
  });

  it('returns 404 for an unknown or deleted user, and 403 for one that the caller may not delete', async () => {
    const removed = await addUser(api);
    await remove(removed.id, adminToken);
    const other = await addUser(api);
    const { token: owner } = await openAccount(api);
    const member = await addUser(api, owner);
    const user = await addUser(api);
    for (const token of [owner, member.token, user.token]) {
      expectRefusal(await remove(removed.id, token), 404, 'not_found');
      expectRefusal(await remove('user_00000000000000000000000000', token), 404, 'not_found');
      expectRefusal(await remove('user_not-an-id', token), 404, 'not_found');
      expectRefusal(await remove(other.id, token), 403, 'forbidden');
    }
    expect((await get(other.id, other.token)).status).toBe(200);
  });

  it('accepts a content type without a body', async () => {
    const { id, token } = await addUser(api);
    const response = await api.request('DELETE', `/v1/users/${id}`, {
      token,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
  });

  it('rejects the owner of an open account and the last admin, with a message about the alternative', async () => {
    const { token, email } = await openAccount(api);
    const [owner] = (await list(`?search=${email}`)).body.data as { id: string }[];
    for (const by of [token, adminToken]) {
      const response = await remove(owner!.id, by);
      expectRefusal(response, 403, 'forbidden');
      expect(response.body.message).toContain('Close the account first');
    }
    const [admin] = (await list(`?search=${ADMIN.email}`)).body.data as { id: string }[];
    const response = await remove(admin!.id, adminToken);
    expectRefusal(response, 403, 'forbidden');
    expect(response.body.message).toContain('another admin');
    const suspended = { body: { status: 'suspended' }, token: adminToken };
    expectRefusal(await api.request('PATCH', `/v1/users/${admin!.id}`, suspended), 400, 'invalid_request');
    await api.request('DELETE', '/v1/account', { token });
    expect((await remove(owner!.id, adminToken)).status).toBe(200);
  });
});
