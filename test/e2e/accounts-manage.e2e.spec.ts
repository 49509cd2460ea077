import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addKey,
  addUser,
  expectRefusal,
  freshEmail,
  type Holder,
  logIn,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type TestResponse, type RunningApi, startApi } from '../support/running-api.js';

const UNKNOWN_ACCOUNT = 'acct_00000000000000000000000000';
let api: RunningApi;
let admin: string;
let platformKey: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = await logInAdmin(api);
  platformKey = await addKey(api, admin);
});
afterAll(() => api.stop());

const forAccount = (id: string) => ({ headers: { 'x-account-id': id } });
const get = (token: string, options: object = {}) => api.request('GET', '/v1/account', { token, ...options });
const patch = (token: string, body: object, options: object = {}) =>
  api.request('PATCH', '/v1/account', { token, body, ...options });
const setStatus = (id: string, status: unknown, token = admin) =>
  api.request('PATCH', `/v1/accounts/${id}`, { token, body: { status } });

describe('retrieving the account', () => {
  it('returns their own account to owner, member and key, and the account in X-Account-Id to admin and platform key', async () => {
    const { id, email, token } = await openAccount(api);
    const member = await addUser(api, token);
    const key = await addKey(api, token);
    const responses = [
      await get(token),
      await get(member.token),
      await get(key),
      await get(admin, forAccount(id)),
      await get(platformKey, forAccount(id)),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body).toEqual(responses[0]!.body);
    }
    expect(responses[0]!.body).toMatchObject({ id, email, settings: { currency: 'USD' } });
  });

  it('is 401 without a valid token, and 403 for users without an account', async () => {
    expectRefusal(await api.request('GET', '/v1/account'), 401, 'unauthorized');
    expectRefusal(await get('nonsense'), 401, 'unauthorized');
    expectRefusal(await get((await addUser(api)).token), 403, 'forbidden');
    expectRefusal(await get(admin), 403, 'forbidden');
    expectRefusal(await get(platformKey), 403, 'forbidden');
  });

  it('returns 404 for an unknown account and for another owner’s', async () => {
    const own = await openAccount(api);
    const other = await openAccount(api);
    for (const id of [UNKNOWN_ACCOUNT, 'acct_x', '', other.email]) {
      expectRefusal(await get(admin, forAccount(id)), 404, 'not_found');
    }
    const foreign = await get(own.token, forAccount(other.id));
    const unknown = await get(own.token, forAccount(UNKNOWN_ACCOUNT));
    expectRefusal(foreign, 404, 'not_found');
    expect(foreign.text).toBe(unknown.text);
    expect((await get(own.token, forAccount(own.id))).body).toMatchObject({ id: own.id });
  });
});

describe('lists with an X-Account-Id', () => {
  const lists = ['/v1/transactions', '/v1/payments', '/v1/subscriptions', '/v1/events'];
  const list = (path: string, token: string, id: string) =>
    api.request('GET', path, { token, ...forAccount(id) });

  it.each(lists)('%s is 404, not an empty list, for an account that does not exist', async (path) => {
    for (const token of [admin, platformKey]) {
      for (const id of [UNKNOWN_ACCOUNT, 'acct_x', '']) {
        expectRefusal(await list(path, token, id), 404, 'not_found');
      }
    }
  });

  it.each(lists)('%s is an empty list for an account that has none', async (path) => {
    const { id } = await openAccount(api);
    const beyond = path === '/v1/events' ? '?ending_before=evt_7zzzzzzzzzzzzzzzzzzzzzzzzz' : '';
    for (const token of [admin, platformKey]) {
      const { status, body } = await list(`${path}${beyond}`, token, id);
      expect([status, body]).toEqual([200, { object: 'list', data: [], has_more: false }]);
    }
  });
});

describe('updating the account', () => {
  it('changes the fields that are sent, merges settings and sets updated_at', async () => {
    const { token } = await openAccount(api, { settings: { currency: 'EUR', timezone: 'Europe/Vienna' } });
    const before = (await get(token)).body;
    const { status, body } = await patch(token, { name: ' Ada & Co ', settings: { language: 'de-at' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      name: 'Ada & Co',
      settings: { ...(before.settings as object), language: 'de-AT' },
      updated_at: expect.any(String),
    });
    expect(String(body.updated_at) > String(before.updated_at)).toBe(true);
    expect((await get(token)).body).toEqual(body);
  });

  it('changes nothing when nothing is sent', async () => {
    const { token } = await openAccount(api);
    const before = (await get(token)).body;
    expect((await patch(token, {})).body).toEqual(before);
    expect((await patch(token, { settings: {} })).body).toEqual(before);
  });

  it('changes the owner’s login together with the email', async () => {
    const { email, token } = await openAccount(api);
    const moved = freshEmail();
    expect((await patch(token, { email: moved.toUpperCase() })).body).toMatchObject({ email: moved });
    const old = await api.request('POST', '/v1/auth/login', { body: { email, password: PASSWORD } });
    expectRefusal(old, 401, 'invalid_credentials');
    expect(await logIn(api, moved)).toMatchObject({ user: { email: moved } });
    // The old email can be used again, and the current session stays active.
    expect((await get(token)).status).toBe(200);
    await openAccount(api, { email });
  });

  it('returns 409 for an email that another account or user has, and changes nothing', async () => {
    const { token } = await openAccount(api);
    const before = (await get(token)).body;
    for (const email of [(await openAccount(api)).email, (await addUser(api)).email]) {
      expectRefusal(await patch(token, { email: email.toUpperCase(), name: 'No' }), 409, 'email_exists');
    }
    expect((await get(token)).body).toEqual(before);
  });

  it('changes the currency only while the account has no transaction', async () => {
    const { id, token } = await openAccount(api);
    expect((await patch(token, { settings: { currency: 'KWD' } })).status).toBe(200);
    const credit = { account_id: id, amount: 500, currency: 'KWD', type: 'credit' };
    expect((await api.request('POST', '/v1/transactions', { token, body: credit })).status).toBe(201);
    expectRefusal(await patch(token, { settings: { currency: 'USD' } }), 400, 'invalid_request');
    const same = await patch(token, { settings: { currency: 'KWD', language: 'ar' } });
    expect(same.body).toMatchObject({ settings: { currency: 'KWD', language: 'ar' } });
  });

  it.each([
    ['a null name', { name: null }],
    ['a blank name', { name: ' ' }],
    ['a null email', { email: null }],
    ['a bad email', { email: 'not-an-email' }],
    ['null settings', { settings: null }],
    ['a bad currency', { settings: { currency: 'EURO' } }],
    ['a bad zone', { settings: { timezone: 'CEST' } }],
    ['a bad language', { settings: { language: 'de_AT' } }],
    ['an unknown setting', { settings: { colour: 'red' } }],
    ['the type', { type: 'individual' }],
    ['the status', { status: 'active' }],
    ['a password', { password: PASSWORD }],
    ['an unknown field', { colour: 'red' }],
  ])('rejects %s with 400', async (_, change) => {
    const { token } = await openAccount(api);
    expectRefusal(await patch(token, change), 400, 'invalid_request');
  });

  it('is for the owner, or for admins and platform keys with X-Account-Id; others get 401', async () => {
    const { id, token } = await openAccount(api);
    const member = await addUser(api, token);
    const key = await addKey(api, token);
    for (const other of [member.token, key, (await addUser(api)).token, admin, platformKey]) {
      expectRefusal(await patch(other, { name: 'No' }), 401, 'unauthorized');
    }
    expectRefusal(await api.request('PATCH', '/v1/account', { body: { name: 'No' } }), 401, 'unauthorized');
    expect((await patch(admin, { name: 'By admin' }, forAccount(id))).body).toMatchObject({
      id,
      name: 'By admin',
    });
    expect((await patch(platformKey, { name: 'By key' }, forAccount(id))).body).toMatchObject({
      name: 'By key',
    });
    expectRefusal(await patch(admin, { name: 'No' }, forAccount(UNKNOWN_ACCOUNT)), 404, 'not_found');
  });

  it('applies all of 16 concurrent changes, one after the other', async () => {
    const { token } = await openAccount(api);
    const names = Array.from({ length: 16 }, (_, index) => `Name ${index}`);
    const responses = await Promise.all(names.map((name) => patch(token, { name })));
    expect(responses.map(({ status, body }) => `${status} ${String(body.name)}`)).toEqual(
      names.map((name) => `200 ${name}`),
    );
    const { body } = await get(token);
    expect(names).toContain(body.name);
  });
});

describe('the status of an account', () => {
  it('is set by admins and platform keys and shown to the account', async () => {
    const { id, token } = await openAccount(api);
    for (const [status, by] of [
      ['suspended', admin],
      ['pending', platformKey],
      ['active', admin],
    ] as const) {
      const response = await setStatus(id, status, by);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ id, status, settings: { currency: 'USD' } });
      expect((await get(token)).body).toMatchObject({ status });
    }
    expect((await setStatus(id, 'active')).body).toMatchObject({ status: 'active' });
  });

  it('decides whether the account accepts new transactions', async () => {
    const { id, token } = await openAccount(api);
    const credit = { account_id: id, amount: 500, currency: 'USD', type: 'credit' };
    const create = () => api.request('POST', '/v1/transactions', { token, body: credit });
    for (const status of ['suspended', 'pending']) {
      await setStatus(id, status);
      expectRefusal(await create(), 400, 'invalid_request');
    }
    await setStatus(id, 'active');
    expect((await create()).status).toBe(201);
  });

  it.each(['closed', 'open', '', null, 7])('cannot be set to %j', async (status) => {
    const { id } = await openAccount(api);
    expectRefusal(await setStatus(id, status), 400, 'invalid_request');
  });

  it('is 403 for all other callers, and 404 for an unknown account', async () => {
    const { id, token } = await openAccount(api);
    const member = await addUser(api, token);
    for (const other of [token, member.token, await addKey(api, token), (await addUser(api)).token]) {
      expectRefusal(await setStatus(id, 'suspended', other), 403, 'forbidden');
      expectRefusal(await setStatus(UNKNOWN_ACCOUNT, 'suspended', other), 403, 'forbidden');
    }
    expectRefusal(
      await api.request('PATCH', `/v1/accounts/${id}`, { body: { status: 'active' } }),
      401,
      'unauthorized',
    );
    for (const unknown of [UNKNOWN_ACCOUNT, 'acct_x', 'user_00000000000000000000000000']) {
      expectRefusal(await setStatus(unknown, 'suspended'), 404, 'not_found');
    }
  });
});

describe('the events of an account', () => {
  it('are listed newest first, without updates that changed nothing', async () => {
    const { id, email, token } = await openAccount(api);
    await patch(token, { name: 'Ada & Co', settings: { language: 'fr' } });
    await patch(token, { name: 'Ada & Co' });
    await setStatus(id, 'suspended');
    await setStatus(id, 'suspended');
    const { body } = await api.request('GET', '/v1/events', { token });
    const settings = { currency: 'USD', timezone: 'UTC', language: 'en' };
    const common = { account_id: id, subject_id: id };
    expect(body.data).toMatchObject([
      { ...common, type: 'account.suspended', data: { from: 'active' } },
      {
        ...common,
        type: 'account.updated',
        data: { email, name: 'Ada & Co', settings: { ...settings, language: 'fr' } },
      },
      { ...common, type: 'account.opened', data: { email, name: 'Ada Ltd', type: 'business', settings } },
    ]);
  });
});

describe('listing accounts', () => {
  const list = (query: string, token = admin) => api.request('GET', `/v1/accounts${query}`, { token });
  let listed: Holder[];
  let since: string;

  beforeAll(async () => {
    since = new Date(Date.now() - 1).toISOString();
    listed = [];
    for (let index = 0; index < 5; index++) {
      listed.unshift(await openAccount(api, { type: index % 2 === 0 ? 'business' : 'individual' }));
    }
    await setStatus(listed[0]!.id, 'suspended');
  });

  const ids = ({ body }: TestResponse) => (body.data as { id: string }[]).map(({ id }) => id);

  it('returns the newest first, without settings, with page, limit, total and has_next', async () => {
    const first = await list(`?created_after=${since}&limit=2`);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body as object)).toEqual(['data', 'pagination']);
    expect(first.body.pagination).toEqual({ page: 1, limit: 2, total: 5, has_next: true });
    expect(Object.keys((first.body.data as object[])[0]!)).toEqual([
      'id',
      'email',
      'name',
      'type',
      'status',
      'created_at',
      'updated_at',
    ]);
    const last = await list(`?created_after=${since}&limit=2&page=3`);
    expect(last.body.pagination).toEqual({ page: 3, limit: 2, total: 5, has_next: false });
    const middle = await list(`?created_after=${since}&limit=2&page=2`);
    expect([...ids(first), ...ids(middle), ...ids(last)]).toEqual(listed.map(({ id }) => id));
    const beyond = await list(`?created_after=${since}&page=9`);
    expect(beyond.body).toMatchObject({
      data: [],
      pagination: { page: 9, limit: 25, total: 5, has_next: false },
    });
  });

  it('defaults to the first page of 25', async () => {
    expect((await list('')).body.pagination).toMatchObject({ page: 1, limit: 25 });
  });

  it('filters by status, type, created_after and created_before, both exclusive', async () => {
    expect(ids(await list(`?created_after=${since}&status=suspended`))).toEqual([listed[0]!.id]);
    expect(ids(await list(`?created_after=${since}&type=individual`))).toEqual([
      listed[1]!.id,
      listed[3]!.id,
    ]);
    const at = async ({ token }: Holder) => (await get(token)).body.created_at as string;
    const between = `?created_after=${await at(listed[3]!)}&created_before=${await at(listed[1]!)}`;
    expect(ids(await list(between))).toEqual([listed[2]!.id]);
    expect(ids(await list(`?created_after=${since}&status=closed`))).toEqual([]);
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=x',
    '?page=1.5',
    '?page=1e3',
    '?page=',
    '?page=1&page=2',
    '?limit=0',
    '?limit=101',
    '?limit=0x10',
    '?status=open',
    '?status=',
    '?type=charity',
    '?created_after=yesterday',
    '?created_after=2026-02-30T00:00:00Z',
    '?created_before=2026-02-30',
    '?created_before=20260131T000000Z',
    '?colour=red',
    '?sort=name',
  ])('rejects %s with 400', async (query) => {
    expectRefusal(await list(query), 400, 'invalid_request');
  });

  it('is for admins and platform keys; others get 403, or 401 without a token', async () => {
    expect((await list('', platformKey)).status).toBe(200);
    const { token } = await openAccount(api);
    const member = await addUser(api, token);
    for (const other of [token, member.token, await addKey(api, token), (await addUser(api)).token]) {
      expectRefusal(await list('', other), 403, 'forbidden');
      expectRefusal(await list('?page=0', other), 403, 'forbidden');
    }
    expectRefusal(await api.request('GET', '/v1/accounts'), 401, 'unauthorized');
  });
});
