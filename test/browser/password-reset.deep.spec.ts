import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addUser, logIn } from '../support/account-holders.js';
import { linkOf } from '../support/password-resets.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { checkAccessibility, headingOf, overflows, visit } from './payment-page-driver.js';

const browser = useBrowser();
const NEW_PASSWORD = 'a new and fine password';
const PHONE = { width: 320, height: 640 };
const SIZES = [
  ['desktop', { width: 1024, height: 900 }],
  ['phone', PHONE],
] as const;

let api: RunningApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const aLink = async () => {
  const { email } = await addUser(api);
  return { email, page: (await linkOf(api, email)).page };
};

async function enter(page: Page, password: string, repeat = password): Promise<void> {
  await page.locator('#password').fill(password);
  await page.locator('#repeat').fill(repeat);
  await page.locator('button[type=submit]').click();
}

describeInBrowser('the page of a password reset', () => {
  it.each(SIZES)('is accessible in each state, light and dark: %s', async (name, viewport) => {
    const { email, page: url } = await aLink();
    for (const lang of ['en', 'de', 'ar', 'he']) {
      const { page, requests, browserErrors } = await visit(browser(), `${url}?lang=${lang}`, { viewport });
      expect(await overflows(page)).toBe(false);
      await checkAccessibility(page, `reset-${lang}-${name}`);
      await enter(page, 'password1');
      await page.getByRole('alert').waitFor();
      expect(await page.locator('#password').getAttribute('aria-invalid')).toBe('true');
      await checkAccessibility(page, `reset-refused-${lang}-${name}`);
      expect(requests.filter((request) => !request.startsWith(`${api.url}/reset/`))).toEqual([]);
      // Chromium reports the status 422 of a page as an error.
      expect(browserErrors.filter((error) => !error.includes('422'))).toEqual([]);
    }
    const { page } = await visit(browser(), url, { viewport });
    await enter(page, NEW_PASSWORD);
    await page.waitForURL('**/reset/done');
    await checkAccessibility(page, `reset-done-${name}`);
    await logIn(api, email, NEW_PASSWORD);
    await page.goto(url);
    expect(await headingOf(page)).toEqual(['This link is not valid']);
    await checkAccessibility(page, `reset-invalid-${name}`);
  });

  it('is filled in by keyboard only, pasted or typed, and masked', async () => {
    const { email, page: url } = await aLink();
    const { page } = await visit(browser(), url);
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('password');
    await page.keyboard.type(NEW_PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(NEW_PASSWORD);
    for (const id of ['password', 'repeat'])
      expect(await page.locator(`#${id}`).getAttribute('type')).toBe('password');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/reset/done');
    await logIn(api, email, NEW_PASSWORD);
  });

  it.each(SIZES)('works without JavaScript, and says what is wrong: %s', async (_, viewport) => {
    const { email, page: url } = await aLink();
    const { page } = await visit(browser(), url, { viewport, javaScriptEnabled: false });
    await enter(page, NEW_PASSWORD, 'another password');
    await page.getByText('The two passwords are different.').waitFor();
    expect(await page.locator('#password').inputValue()).toBe('');
    await page.locator('#password:focus').waitFor();
    await enter(page, NEW_PASSWORD);
    await page.getByRole('heading', { name: 'Your password was changed' }).waitFor();
    await logIn(api, email, NEW_PASSWORD);
  });
});
