import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN, freshEmail, logIn, logInAdmin, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { dumpDatabase, SecretTracker } from '../support/secret-tracker.js';

let api: RunningApi;
const canaries = new Set<string>();
const canary = <Text extends string>(text: Text): Text => {
  canaries.add(text);
  return text;
};
const password = (name: string): string => canary(`canary-${name}-${'tweet'.repeat(3)}`);

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, LOG_LEVEL: 'trace', RATE_LIMITS: 'on' } });
  canary(ADMIN.password);
});
afterAll(() => api.stop());

async function exerciseEverything(): Promise<void> {
  const adminToken = canary(await logInAdmin(api));
  const email = freshEmail('canary');
  const opened = { email, name: 'Canary', type: 'business', password: password('owner') };
  await api.request('POST', '/v1/accounts', {
    body: opened,
    headers: { 'idempotency-key': 'canary account' },
  });
  const owner = await logIn(api, email, opened.password);
  for (const token of [owner.access_token, owner.refresh_token]) canary(token);

  const created = { email: freshEmail(), password: password('member') };
  const headers = { 'idempotency-key': 'canary user' };
  const { body: member } = await api.request('POST', '/v1/users', {
    body: created,
    token: owner.access_token,
    headers,
  });
  const session = await logIn(api, created.email, created.password);
  for (const token of [session.access_token, session.refresh_token]) canary(token);
  const { body: fresh } = await api.request('POST', '/v1/auth/refresh', {
    body: { refresh_token: session.refresh_token },
  });
  for (const token of [fresh.access_token, fresh.refresh_token]) canary(String(token));
  const change = { password: password('changed') };
  await api.request('PATCH', `/v1/users/${String(member.id)}`, {
    body: change,
    token: String(fresh.access_token),
  });

  for (const token of [owner.access_token, adminToken]) {
    const { body } = await api.request('POST', '/v1/api_keys', { body: { name: 'Canary' }, token, headers });
    const key = canary(String(body.key));
    await api.request('GET', '/v1/account', { token: key });
    await api.request('DELETE', `/v1/api_keys/${String(body.id)}`, { token: key });
  }
}

async function triggerEveryFailure(): Promise<void> {
  const wrong = password('wrong');
  const { email } = ADMIN;
  const post = (path: string, body: unknown, headers = {}) => api.request('POST', path, { body, headers });
  await post('/v1/auth/login', { email, password: wrong });
  await post('/v1/auth/login', { email: wrong, password: wrong });
  await post('/v1/auth/login', { email, password: wrong, [wrong]: 1 });
  await post('/v1/auth/login', `{"email": "${email}", "password": "${wrong}"`);
  await post('/v1/auth/refresh', { refresh_token: canary('flr_canary-refresh-token-that-is-none') });
  await post('/v1/users', { email, password: wrong });
  await post('/v1/users', { email: freshEmail(), password: canary('tiny-c!') });
  await post('/v1/users', { email: freshEmail(), password: { nested: wrong } });
  await post('/v1/users', { email: freshEmail(), password: wrong }, { 'idempotency-key': 'canary user' });
  const forged = canary('canary-bearer-token-never-issued');
  await api.request('GET', '/v1/users', { token: forged });
  await api.request('GET', '/v1/users', { token: canary('flk_canary-key-never-issued') });
  await api.request('GET', '/v1/users', { headers: { authorization: `Basic ${forged}` } });
  await api.request('GET', `/v1/users/${encodeURIComponent(forged)}`, {});
  await api.request('GET', `/v1/nowhere/${forged}?access_token=${forged}`, {});
}

describe('passwords, tokens and keys', () => {
  it('appear in no log line and in no column, on success and on failure', async () => {
    await exerciseEverything();
    await triggerEveryFailure();
    await api.request('GET', '/v1/users', { token: [...canaries][0]! });
    const stored = await dumpDatabase(api.databaseUrl);
    expect(api.logs.length).toBeGreaterThan(30);
    expect(stored.length).toBeGreaterThan(20);
    expect(canaries.size).toBeGreaterThan(15);
    for (const secret of canaries) {
      const found = [...api.logs, ...stored].filter((line) => line.includes(secret));
      expect(found).toEqual([]);
      // Nor as an unsalted digest, which a dictionary attack could reverse.
      const digests = ['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(secret).digest('hex'));
      expect(
        [...api.logs, ...stored].filter((line) => digests.some((digest) => line.includes(digest))),
      ).toEqual([]);
    }
  });

  it('in the log or in a row fail the suite', async () => {
    const tracker = new SecretTracker();
    const logged = 'a password that was logged';
    const stored = 'a token that was stored';
    const response = await api.request('POST', '/v1/auth/login', {
      body: { email: 'unknown', password: logged },
    });
    tracker.record({ body: { password: logged }, token: stored }, response);
    expect(await tracker.findLeaks([], api.databaseUrl)).toEqual([]);
    expect(await tracker.findLeaks([`{"msg":"${logged}"}`], api.databaseUrl)).toEqual([
      `{"msg":"${logged}"}`,
    ]);
    await api.request('POST', '/v1/users', {
      body: { email: freshEmail(), password: password('bystander'), name: stored },
    });
    expect(await tracker.findLeaks([], api.databaseUrl)).toEqual([expect.stringContaining(stored)]);
  });
});
