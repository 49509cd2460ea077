import { afterEach, describe, expect, it } from '@jest/globals';
import {
  addUser,
  ADMIN,
  expectRefusal,
  freshEmail,
  logIn,
  logInAdmin,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { RequestLimits } from '../../apps/api/src/auth/limits/request-limits.js';
import { type RunningApi, startApi, type StartOverrides } from '../support/running-api.js';
import { createTestDatabase } from '../support/test-database.js';

const running: RunningApi[] = [];
const start = async (
  environment: Record<string, string>,
  overrides: StartOverrides = {},
): Promise<RunningApi> => {
  const api = await startApi({ ...overrides, environment });
  running.push(api);
  return api;
};
afterEach(async () => {
  for (let api = running.pop(); api !== undefined; api = running.pop()) await api.stop();
});

const login = (api: RunningApi, email: string, password: string, headers: Record<string, string> = {}) =>
  api.request('POST', '/v1/auth/login', { body: { email, password }, headers });

describe('the first admin', () => {
  it('is created once from the settings; a later start changes nothing', async () => {
    const api = await start(WITH_ADMIN);
    const token = await logInAdmin(api);
    const again = await start(
      { ...WITH_ADMIN, ADMIN_PASSWORD: 'another password' },
      { databaseUrl: api.databaseUrl },
    );
    expectRefusal(await login(again, ADMIN.email, 'another password'), 401, 'invalid_credentials');
    expect((await again.request('GET', '/v1/users', { token })).body).toMatchObject({
      pagination: { total_records: 1 },
    });
    expect(again.startupMessages.join()).not.toContain('no admin');
  });

  it('is mentioned in the start-up message when there is none', async () => {
    const api = await start({});
    expect(api.startupMessages.join('\n')).toContain('ADMIN_EMAIL');
  });

  it.each([
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Sunshine123' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'sh0rt' }],
  ])('fails the start with an error that names %s when it is weak', async (setting, environment) => {
    const error = await start(environment).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'BadSetting', setting });
    expect(String(error)).not.toContain(environment.ADMIN_PASSWORD);
  });

  it('cannot have the email of a user who is not an admin', async () => {
    const api = await start({});
    const { email } = await addUser(api);
    const taken = { ADMIN_EMAIL: email, ADMIN_PASSWORD: 'keeper of the keys' };
    await expect(start(taken, { databaseUrl: api.databaseUrl })).rejects.toMatchObject({
      setting: 'ADMIN_EMAIL',
    });
  });
});

describe('SIGNUP=closed', () => {
  it('requires a token to create users and accounts', async () => {
    const api = await start({ ...WITH_ADMIN, SIGNUP: 'closed' });
    const token = await logInAdmin(api);
    const user = () => ({ email: freshEmail(), password: PASSWORD });
    const account = () => ({ ...user(), name: 'A', type: 'business' });
    expectRefusal(await api.request('POST', '/v1/users', { body: user() }), 401, 'unauthorized');
    expectRefusal(await api.request('POST', '/v1/accounts', { body: account() }), 401, 'unauthorized');
    expect((await api.request('POST', '/v1/users', { body: user(), token })).status).toBe(201);
    expect((await api.request('POST', '/v1/accounts', { body: account(), token })).status).toBe(201);
  });
});

describe('rate limits', () => {
  const LIMITED = { ...WITH_ADMIN, RATE_LIMITS: 'on' };
  const spendAll = async (spend: () => Promise<void>): Promise<void> => {
    for (let count = 0; count < 10_000; count++) await spend();
  };

  it('stop guessing passwords of one user, known or not, and do not affect others', async () => {
    const api = await start(LIMITED);
    const { email } = await addUser(api);
    const other = await addUser(api);
    const names = [
      [email, email.toUpperCase()],
      ['unknown@example.com', 'UNKNOWN@example.com'],
      ['zo\u00eb@example.com', 'zoe\u0308@example.com'],
    ] as const;
    for (const spellings of names) {
      for (let count = 0; count < 30; count++) {
        expectRefusal(await login(api, spellings[count % 2]!, 'wrong'), 401, 'invalid_credentials');
      }
      const refused = await login(api, spellings[0], PASSWORD);
      expectRefusal(refused, 429, 'rate_limited');
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await login(api, other.email, PASSWORD)).status).toBe(200);
  });

  it('count wrong current passwords as failed logins of the user', async () => {
    const api = await start(LIMITED);
    const { id, email, token } = await addUser(api);
    const other = await addUser(api);
    const update = (current_password: string) =>
      api.request('PATCH', `/v1/users/${id}`, { token, body: { name: 'New', current_password } });
    expect((await update(PASSWORD)).status).toBe(200);
    for (let count = 0; count < 20; count++) expectRefusal(await update('wrong'), 401, 'invalid_credentials');
    for (let count = 0; count < 10; count++)
      expectRefusal(await login(api, email, 'wrong'), 401, 'invalid_credentials');
    for (const refused of [await update(PASSWORD), await login(api, email, PASSWORD)]) {
      expectRefusal(refused, 429, 'rate_limited');
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    const withoutIt = { token, body: { name: 'Newer' } };
    expect((await api.request('PATCH', `/v1/users/${id}`, withoutIt)).status).toBe(200);
    expect((await login(api, other.email, PASSWORD)).status).toBe(200);
  });

  it('count the email and the username of one user together', async () => {
    const api = await start(LIMITED);
    const { id, email, token } = await addUser(api);
    await api.request('PATCH', `/v1/users/${id}`, { token, body: { username: 'Grace' } });
    const names = [email, 'Grace', email.toUpperCase(), 'grace'];
    for (let count = 0; count < 30; count++)
      expectRefusal(await login(api, names[count % 4]!, 'wrong'), 401, 'invalid_credentials');
    for (const name of names) expectRefusal(await login(api, name, PASSWORD), 429, 'rate_limited');
  });

  it('do not count successful logins', async () => {
    const api = await start(LIMITED);
    const { email } = await addUser(api);
    for (let count = 0; count < 45; count++) expect((await login(api, email, PASSWORD)).status).toBe(200);
  });

  it('may reject some of many concurrent logins with the correct password, but not later ones', async () => {
    const api = await start(LIMITED);
    const { email } = await addUser(api);
    const responses = await Promise.all(Array.from({ length: 60 }, () => login(api, email, PASSWORD)));
    expect([200, 429]).toEqual(expect.arrayContaining([...new Set(responses.map(({ status }) => status))]));
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(30);
    expect((await login(api, email, PASSWORD)).status).toBe(200);
    for (let count = 0; count < 30; count++) await login(api, email, 'wrong');
    const blocked = await Promise.all(Array.from({ length: 5 }, () => login(api, email, PASSWORD)));
    expect(blocked.map(({ status }) => status)).toEqual(blocked.map(() => 429));
  });

  it('stop one IP address that tries many users, also behind a trusted proxy', async () => {
    const api = await start({ ...LIMITED, TRUST_PROXY: 'loopback' });
    const { email } = await addUser(api);
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let count = 0; count < 100; count++)
      await login(api, `guess-${count}@example.com`, 'wrong', from('198.51.100.9'));
    expectRefusal(await login(api, email, PASSWORD, from('198.51.100.9')), 429, 'rate_limited');
    expect((await login(api, email, PASSWORD, from('198.51.100.10'))).status).toBe(200);
  });

  it('count an IPv6 /64 network as one address', async () => {
    const api = await start({ ...LIMITED, TRUST_PROXY: 'loopback' });
    const { email } = await addUser(api);
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let count = 0; count < 100; count++)
      await login(api, `guess-${count}@example.com`, 'wrong', from(`2001:db8:7:1:${count}::${count}`));
    expectRefusal(await login(api, email, PASSWORD, from('2001:db8:7:1::1')), 429, 'rate_limited');
    expect((await login(api, email, PASSWORD, from('2001:db8:7:2::1'))).status).toBe(200);
  });

  it('ignore X-Forwarded-For of an untrusted client', async () => {
    const api = await start(LIMITED);
    const { email } = await addUser(api);
    for (let count = 0; count < 100; count++) {
      await login(api, `guess-${count}@example.com`, 'wrong', { 'x-forwarded-for': `198.51.100.${count}` });
    }
    expectRefusal(
      await login(api, email, PASSWORD, { 'x-forwarded-for': '203.0.113.1' }),
      429,
      'rate_limited',
    );
    const { rows } = await trail(api);
    expect(rows.every(({ address }) => address === '127.0.0.1' || address === null)).toBe(true);
  });

  it('stop a principal and anonymous callers separately', async () => {
    const api = await start(LIMITED);
    const { id, token } = await addUser(api);
    const other = await addUser(api);
    const limits = api.api.app.get(RequestLimits);
    await expect(spendAll(() => limits.take(id))).rejects.toMatchObject({ code: 'rate_limited' });
    const refused = await api.request('GET', `/v1/users/${id}`, { token });
    expectRefusal(refused, 429, 'rate_limited');
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);

    await expect(spendAll(() => limits.takeAnonymous('127.0.0.1'))).rejects.toMatchObject({
      code: 'rate_limited',
    });
    for (const bad of [{}, { token: 'nonsense' }]) {
      expectRefusal(await api.request('GET', `/v1/users/${id}`, bad), 429, 'rate_limited');
    }
    expectRefusal(await login(api, other.email, PASSWORD), 429, 'rate_limited');
    expect((await api.request('GET', `/v1/users/${other.id}`, { token: other.token })).status).toBe(200);
  });

  it('stop anonymous callers also on public routes, but not for health and metrics', async () => {
    const api = await start(LIMITED);
    const { token } = await addUser(api);
    const statusOf = async (path: string): Promise<number> => {
      const response = await fetch(api.url + path, { headers: { authorization: `Bearer ${token}` } });
      expect(response.headers.has('retry-after')).toBe(response.status === 429);
      return response.status;
    };
    const page = `/pay/${'x'.repeat(32)}`;
    expect([await statusOf(page), await statusOf('/openapi.json'), await statusOf('/docs')]).toEqual([
      404, 200, 200,
    ]);
    const limits = api.api.app.get(RequestLimits);
    await expect(spendAll(() => limits.takeAnonymous('127.0.0.1'))).rejects.toMatchObject({
      code: 'rate_limited',
    });
    for (const path of [page, '/pay/assets/page.css', '/openapi.json', '/docs'])
      expect(await statusOf(path)).toBe(429);
    for (const path of ['/health/live', '/health/ready', '/metrics']) expect(await statusOf(path)).toBe(200);
  });

  const trail = async (api: RunningApi) => {
    const token = await logInAdminFrom(api);
    const { body } = await api.request('GET', '/v1/audit?limit=100', { token });
    return { rows: body.data as { address: string | null }[] };
  };
  const logInAdminFrom = async (api: RunningApi): Promise<string> => {
    const unlimited = await start({ ...WITH_ADMIN }, { databaseUrl: api.databaseUrl });
    return logInAdmin(unlimited);
  };
});

describe('NODE_ENV=production', () => {
  const PRODUCTION = { ...WITH_ADMIN, NODE_ENV: 'production' };
  const forwarded = (proto: string) => ({ 'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': proto });

  it('accepts passwords from localhost, and through a trusted proxy over HTTPS', async () => {
    const api = await start({ ...PRODUCTION, TRUST_PROXY: 'loopback' });
    expect((await login(api, ADMIN.email, ADMIN.password)).status).toBe(200);
    expect((await login(api, ADMIN.email, ADMIN.password, forwarded('https'))).status).toBe(200);
    expectRefusal(await login(api, ADMIN.email, ADMIN.password, forwarded('http')), 400, 'invalid_request');
  });

  it('accepts passwords in other operations over HTTPS only, too', async () => {
    const api = await start({ ...PRODUCTION, TRUST_PROXY: 'loopback' });
    const token = await logInAdmin(api);
    const users = (await api.request('GET', '/v1/users', { token })).body as { data: { id: string }[] };
    const path = `/v1/users/${users.data[0]!.id}`;
    const password = 'correct horse battery';
    const user = { name: 'Ada', email: 'ada@example.com', password };
    const send = (method: string, target: string, body: object, proto: string) =>
      api.request(method, target, { token, body, headers: forwarded(proto) });
    expectRefusal(await send('POST', '/v1/users', user, 'http'), 400, 'invalid_request');
    expectRefusal(
      await send('POST', '/v1/accounts', { ...user, type: 'business' }, 'http'),
      400,
      'invalid_request',
    );
    expectRefusal(await send('PATCH', path, { password }, 'http'), 400, 'invalid_request');
    expect((await send('PATCH', path, { name: 'Root' }, 'http')).status).toBe(200);
    expect((await send('POST', '/v1/users', user, 'https')).status).toBe(201);
  });

  it('ignores X-Forwarded-Proto of an untrusted client', async () => {
    const api = await start(PRODUCTION);
    expectRefusal(await login(api, ADMIN.email, ADMIN.password, forwarded('https')), 400, 'invalid_request');
  });

  it('is the only environment that requires HTTPS for passwords', async () => {
    const api = await start(WITH_ADMIN);
    expect((await login(api, ADMIN.email, ADMIN.password, forwarded('http'))).status).toBe(200);
  });
});

describe('PASSWORD_COST', () => {
  it('is applied to old hashes at the next login', async () => {
    const database = await createTestDatabase();
    const { url } = database;
    const cheap = await start({ PASSWORD_COST: '4' }, { databaseUrl: url });
    const { email } = await addUser(cheap);
    const expensive = await start({ PASSWORD_COST: '6' }, { databaseUrl: url });
    const hashes: string[] = [];
    for (const api of [cheap, expensive, cheap]) {
      await logIn(api, email);
      const [row] = await hashOf(api, email);
      hashes.push(row!.password_hash.slice(0, 7));
    }
    expect(hashes).toEqual(['$2b$04$', '$2b$06$', '$2b$06$']);
    for (let api = running.pop(); api !== undefined; api = running.pop()) await api.stop();
    await database.drop();
  });

  const hashOf = async (api: RunningApi, email: string): Promise<{ password_hash: string }[]> => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: api.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE email = $1',
      [email],
    );
    await client.end();
    return rows;
  };

  it('does not fail concurrent logins while the password is rehashed', async () => {
    const cheap = await start({ PASSWORD_COST: '4' });
    const { email } = await addUser(cheap);
    const expensive = await start({ PASSWORD_COST: '8' }, { databaseUrl: cheap.databaseUrl });
    const responses = await Promise.all(Array.from({ length: 5 }, () => login(expensive, email, PASSWORD)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expectRefusal(await login(expensive, email, 'wrong'), 401, 'invalid_credentials');
  });
});
