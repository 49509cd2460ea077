import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addUser, expectRefusal, logIn } from '../support/account-holders.js';
import { linkOf, query, requestReset, submitPassword } from '../support/password-resets.js';
import { openPage } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

const NEW_PASSWORD = 'a new and fine password';
let api: RunningApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('the page of a link', () => {
  it('sets one of eight passwords that are sent at once', async () => {
    const { email } = await addUser(api);
    const { page } = await linkOf(api, email);
    const passwords = Array.from({ length: 8 }, (_, index) => `password number ${index}`);
    const statuses = await Promise.all(
      passwords.map(async (password) => (await submitPassword(page, password)).status),
    );
    expect(statuses.toSorted()).toEqual([303, ...Array.from({ length: 7 }, () => 404)]);
    await logIn(api, email, passwords[statuses.indexOf(303)]);
  });

  it.each([
    ['?lang=de', {}, 'de', 'ltr'],
    ['', { 'accept-language': 'pl, fr-CA;q=0.8' }, 'fr', 'ltr'],
    ['?lang=ar', { 'accept-language': 'fr' }, 'ar', 'rtl'],
    ['?lang=ja', { 'accept-language': 'ja' }, 'en', 'ltr'],
  ])('is in the language of %j, %j: %s', async (lang, headers, language, direction) => {
    const { page } = await linkOf(api, (await addUser(api)).email);
    const { text } = await openPage(page + lang, headers);
    expect(text).toContain(
      direction === 'rtl' ? `<html lang="${language}" dir="rtl">` : `<html lang="${language}">`,
    );
    const { headers: sent } = await submitPassword(page + lang, NEW_PASSWORD, { headers });
    expect(sent.get('location')).toBe(lang === '?lang=ja' ? 'done' : `done${lang}`);
  });
});

describe('rate limits', () => {
  it('send five mails an hour to a user, silently, and admit 20 requests of an address', async () => {
    const limited = await startApi({ environment: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } });
    try {
      const { email } = await addUser(limited);
      const from = (address: string) => ({ 'x-forwarded-for': address });
      for (let count = 0; count < 7; count += 1)
        expect((await requestReset(limited, email, from(`203.0.113.${count}`))).status).toBe(202);
      const known = `SELECT FROM password_resets WHERE user_id IS NOT NULL`;
      expect(await query(limited, known)).toHaveLength(5);
      const request = (count: number) =>
        requestReset(limited, `no-${count}@example.com`, from('198.51.100.7'));
      for (let count = 0; count < 20; count += 1) expect((await request(count)).status).toBe(202);
      const rejected = await request(20);
      expectRefusal(rejected, 429, 'rate_limited');
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(1_800);
      expect((await requestReset(limited, 'other@example.com', from('198.51.100.8'))).status).toBe(202);
    } finally {
      await limited.stop();
    }
  });
});

describe('in production', () => {
  it('the page requires HTTPS', async () => {
    const secure = await startApi({ environment: { NODE_ENV: 'production', TRUST_PROXY: 'loopback' } });
    try {
      const { email } = await addUser(secure);
      const { page } = await linkOf(secure, email);
      const via = (proto: string) => ({ 'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': proto });
      const insecure = await openPage(page, via('http'));
      expect([insecure.status, insecure.text]).toEqual([400, expect.stringContaining('not secure')]);
      const { status } = await submitPassword(page, NEW_PASSWORD, { headers: via('http') });
      expect(status).toBe(400);
      expect((await openPage(page, via('https'))).status).toBe(200);
    } finally {
      await secure.stop();
    }
  });
});
