import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Holder, logInAdmin, openAccount, PASSWORD, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { isFocused, pressOn, tabTo, typeInto } from './console-keyboard.js';
import { addMoney } from './console-pages.js';
import { expectAccessibleInLightAndDark, openConsole, signInToConsole } from './console-suite.js';

const PHONE = { viewport: { width: 375, height: 720 } };

const browser = useBrowser();
let api: RunningApi;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  owner = await openAccount(api);
  await addMoney(api, await logInAdmin(api), owner, 7_500, 'INV-1');
});
afterAll(() => api.stop());

describeInBrowser('with the keyboard', () => {
  it('a user signs in', async () => {
    const { page } = await openConsole(browser(), api, '/settings');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await typeInto(page, page.getByLabel('Email or username'), owner.email);
    await typeInto(page, page.getByLabel(/^Password/), PASSWORD);
    await pressOn(page, page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('the skip link leads to the content of the same page', async () => {
    const { page } = await signInToConsole(browser(), api, owner, '/transactions?status=succeeded');
    const list = page.getByRole('link', { name: '+$75.00' });
    await list.waitFor();
    await page.reload();
    await list.waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused(page, page.getByRole('link', { name: 'Skip to the content' }))).toBe(true);
    await page.keyboard.press('Enter');
    expect(await isFocused(page, page.locator('main'))).toBe(true);
    expect(page.url()).toBe(`${api.url}/console/transactions?status=succeeded`);
    await list.waitFor();
  });

  it('a closed menu on a phone is skipped', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/settings', PHONE);
    const menu = page.getByRole('button', { name: 'Menu' });
    const link = page.getByRole('link', { name: 'Transactions', exact: true, includeHidden: true });
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    await tabTo(page, page.getByRole('button', { name: `Signed in as ${owner.email}` }));
    await page.keyboard.press('Tab');
    expect(await isFocused(page, page.locator('nav :focus'))).toBe(false);
    await pressOn(page, menu);
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await expectAccessibleInLightAndDark(page);
    await pressOn(page, link);
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(browserErrors).toEqual([]);
  });
});
