import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addUser, anAccountBody, freshEmail, logIn, PASSWORD } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';

const median = (durations: readonly number[]): number =>
  [...durations].sort((left, right) => left - right)[Math.floor(durations.length / 2)] ?? 0;

describe('twenty concurrent logins', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi({ environment: { PASSWORD_COST: '10' } });
  });
  afterAll(() => api.stop());

  it('do not delay other requests, because passwords are hashed off the event loop', async () => {
    const { id, email, token } = await addUser(api);
    let finished = 0;
    const logins = Array.from({ length: 20 }, async () => {
      await logIn(api, email);
      finished += 1;
    });
    await Promise.race(logins);
    for (let count = 0; count < 5; count++)
      expect((await api.request('GET', `/v1/users/${id}`, { token })).status).toBe(200);
    expect(finished).toBeLessThan(20);
    await Promise.all(logins);
  });
});

describe('a flood of passwords from one IP address', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi({ environment: { PASSWORD_COST: '8', TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => api.stop());

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const signUp = () => ({ email: freshEmail(), password: PASSWORD });

  it.each<[string, (existing: { id: string; email: string; token: string }) => [string, string, object]]>([
    ['in new users', () => ['POST', '/v1/users', { body: signUp() }]],
    ['in new accounts', () => ['POST', '/v1/accounts', { body: anAccountBody() }]],
    ['in logins', ({ email }) => ['POST', '/v1/auth/login', { body: { email, password: PASSWORD } }]],
    [
      'in password changes',
      ({ id, token }) => ['PATCH', `/v1/users/${id}`, { token, body: { password: PASSWORD } }],
    ],
  ])('%s does not block logins from other addresses', async (_, requestFor) => {
    const floodingUser = await addUser(api);
    const { email } = await addUser(api);
    let completed = 0;
    const flood = Array.from({ length: 100 }, async () => {
      const [method, path, options] = requestFor(floodingUser);
      await api.request(method, path, { ...options, ...from('203.0.113.9') });
      completed += 1;
    });
    await Promise.race(flood);
    const completedBefore = completed;
    const login = { body: { email, password: PASSWORD }, ...from('198.51.100.7') };
    expect(await api.request('POST', '/v1/auth/login', login)).toMatchObject({ status: 200 });
    expect(completed - completedBefore).toBeLessThan(15);
    await Promise.all(flood);
  });
});

describe('failed logins', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi({ environment: { PASSWORD_COST: '9' } });
  });
  afterAll(() => api.stop());

  it('hash a password also for unknown users, so that the duration reveals nothing', async () => {
    const { email } = await addUser(api);
    const attempt = async (name: string): Promise<number> => {
      const startedAt = performance.now();
      const body = { email: name, password: `${PASSWORD}!` };
      expect((await api.request('POST', '/v1/auth/login', { body })).status).toBe(401);
      return performance.now() - startedAt;
    };
    const existing: number[] = [];
    const unknown: number[] = [];
    for (let count = 0; count < 30; count++) {
      existing.push(await attempt(email));
      unknown.push(await attempt(freshEmail()));
    }
    // Without a hash a response takes a twentieth of the time. A busy machine slows both down equally.
    const ratio = median(unknown) / median(existing);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});
