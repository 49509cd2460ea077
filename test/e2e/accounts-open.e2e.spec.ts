import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addKey,
  addUser,
  anAccountBody,
  expectRefusal,
  freshEmail,
  logIn,
  logInAdmin,
  openAccount,
  outcomeOf,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});
afterAll(() => api.stop());

const open = (change: Readonly<Record<string, unknown>> = {}, options: object = {}) =>
  api.request('POST', '/v1/accounts', { body: anAccountBody(change), ...options });

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('opening an account', () => {
  it('returns 201 with all documented fields and the default settings', async () => {
    const email = freshEmail();
    const { status, body } = await open({ email: email.toUpperCase(), name: '  Ada Ltd ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^acct_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      email,
      name: 'Ada Ltd',
      type: 'business',
      status: 'active',
      created_at: expect.stringMatching(INSTANT),
      updated_at: body.created_at,
      settings: {
        currency: 'USD',
        timezone: 'UTC',
        language: 'en',
        branding: { color: null, logo_url: null, support_email: null, website: null },
      },
    });
  });

  it('accepts settings and stores languages in their canonical spelling', async () => {
    const settings = { currency: 'JPY', timezone: 'Asia/Tokyo', language: 'JA-jp' };
    const { status, body } = await open({ type: 'individual', settings });
    expect(status).toBe(201);
    expect(body).toMatchObject({ type: 'individual', settings: { ...settings, language: 'ja-JP' } });
  });

  it('creates the owner, who logs in with the email and password of the account', async () => {
    const { id, email, token } = await openAccount(api, { name: 'Grace' });
    const { user } = (await logIn(api, email)) as unknown as { user: { id: string } };
    const response = await api.request('GET', `/v1/users/${user.id}`, { token });
    expect(response.body).toMatchObject({
      email,
      name: 'Grace',
      status: 'active',
      role: 'owner',
      account_id: id,
    });
    expect((await api.request('GET', '/v1/account', { token })).body).toMatchObject({ id, email });
  });

  it.each([
    ['no email', { email: undefined }, 'email'],
    ['a bad email', { email: 'not-an-email' }, 'email'],
    ['an email that is no text', { email: 7 }, 'email'],
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['a name of 256 characters', { name: 'a'.repeat(256) }, 'name'],
    ['a name with a NUL', { name: 'a\u0000' }, 'name'],
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'charity' }, 'type'],
    ['no password', { password: undefined }, 'password'],
    ['a short password', { password: 'short' }, 'password'],
    ['a common password', { password: 'password123' }, 'password'],
    ['the email as password', { email: 'own@example.com', password: 'Own@Example.com' }, 'password'],
    ['the name as password', { name: 'Ada & Sons', password: 'ada & sons' }, 'password'],
    ['settings that are no object', { settings: ['USD'] }, 'settings'],
    ['an unknown setting', { settings: { colour: 'red' } }, 'settings.colour'],
    ['a currency in lower case', { settings: { currency: 'usd' } }, 'settings.currency'],
    ['no currency at all', { settings: { currency: 'XXX' } }, 'settings.currency'],
    ['an offset for a zone', { settings: { timezone: '+01:00' } }, 'settings.timezone'],
    ['an unknown time zone', { settings: { timezone: 'Europe/Atlantis' } }, 'settings.timezone'],
    ['a word for a language', { settings: { language: 'english' } }, 'settings.language'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a field that is the service’s to set', { status: 'active' }, 'status'],
  ])('rejects %s with 400 and names the field', async (_, change, field) => {
    const response = await open(change);
    expectRefusal(response, 400, 'invalid_request');
    expect(response.body.message).toContain(field);
  });

  it('returns 409 for the email of an account or a user, ignoring case', async () => {
    const { email } = await openAccount(api);
    const user = await addUser(api);
    for (const taken of [email, email.toUpperCase(), user.email]) {
      expectRefusal(await open({ email: taken }), 409, 'email_exists');
    }
  });

  it('succeeds for one of twenty concurrent requests with one email in mixed case; the others get 409', async () => {
    const email = freshEmail();
    const spelled = (index: number) => (index % 2 === 0 ? email : email.toUpperCase());
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => open({ email: spelled(index) })),
    );
    const outcomes = responses.map(outcomeOf).sort();
    expect(outcomes).toEqual(['201', ...Array.from({ length: 19 }, () => '409 email_exists')]);
    const token = await logInAdmin(api);
    const { body } = await api.request('GET', `/v1/users?search=${email}`, { token });
    expect(body.data).toHaveLength(1);
  });
});

describe('the permission to open an account', () => {
  it('is public, and users, admins and platform keys have it too', async () => {
    const admin = await logInAdmin(api);
    const { token: user } = await addUser(api);
    const { token: owner } = await openAccount(api);
    const platformKey = await addKey(api, admin);
    for (const token of [admin, user, owner, platformKey]) {
      const { status, body } = await open({}, { token });
      expect(status).toBe(201);
      // The account belongs to the owner in the body, not to the caller.
      expect((await logIn(api, body.email as string)).access_token).not.toBe(token);
    }
  });

  it('is not granted to account keys', async () => {
    const { token } = await openAccount(api);
    const key = await addKey(api, token);
    expectRefusal(await open({}, { token: key }), 401, 'unauthorized');
  });

  it.each(['nonsense', 'a.b.c', 'flk_nonsense'])('is not granted to the invalid token %s', async (token) => {
    const email = freshEmail();
    expectRefusal(await open({ email }, { token }), 401, 'unauthorized');
    expect((await open({ email })).status).toBe(201);
  });

  it('requires a token when sign-up is closed', async () => {
    const closed = await startApi({ environment: { ...WITH_ADMIN, SIGNUP: 'closed' } });
    try {
      const body = anAccountBody();
      const anonymous = await closed.request('POST', '/v1/accounts', { body });
      expectRefusal(anonymous, 401, 'unauthorized');
      const token = await logInAdmin(closed);
      expect((await closed.request('POST', '/v1/accounts', { body, token })).status).toBe(201);
    } finally {
      await closed.stop();
    }
  });
});

describe('opening an account again under one Idempotency-Key', () => {
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

  it('replays the first response with Idempotent-Replayed', async () => {
    const body = anAccountBody();
    const first = await api.request('POST', '/v1/accounts', { body, ...withKey('one') });
    const again = await api.request('POST', '/v1/accounts', { body, ...withKey('one') });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('rejects another body with 422, also when only the password differs', async () => {
    const body = anAccountBody();
    await api.request('POST', '/v1/accounts', { body, ...withKey('two') });
    for (const change of [{ name: 'Another' }, { password: `${PASSWORD}!` }]) {
      const other = await api.request('POST', '/v1/accounts', {
        body: { ...body, ...change },
        ...withKey('two'),
      });
      expectRefusal(other, 422, 'idempotency_mismatch');
    }
  });

  it('opens an account under a key that another email used', async () => {
    for (const body of [anAccountBody(), anAccountBody()]) {
      const opened = await api.request('POST', '/v1/accounts', { body, ...withKey('guessed') });
      expect([opened.status, opened.body.email]).toEqual([201, body['email']]);
    }
  });

  it('opens one account for twenty concurrent requests', async () => {
    const body = anAccountBody();
    const send = () => api.request('POST', '/v1/accounts', { body, ...withKey('three') });
    const responses = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  });

  it('does not store errors: the key can be used again with a valid request', async () => {
    const taken = await openAccount(api);
    const body = anAccountBody({ email: taken.email });
    const refused = await api.request('POST', '/v1/accounts', { body, ...withKey('four') });
    expect(refused.status).toBe(409);
    const accepted = await api.request('POST', '/v1/accounts', {
      body: { ...body, email: freshEmail() },
      ...withKey('four'),
    });
    expect(accepted.status).toBe(201);
  });
});
