import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { subscribe } from '../support/subscriptions.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { addMoney, part, statusIs } from './console-steps.js';
import { openConsole, signInToConsole } from './console-suite.js';

const STALE_MS = 5_000;

const browser = useBrowser();
let api: RunningApi;
let admin: string;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = await logInAdmin(api);
});
beforeEach(async () => {
  owner = await openAccount(api);
  await addMoney(api, admin, owner, 7_500);
});
afterAll(() => api.stop());

const signIn = async (path: string): Promise<Page> =>
  (await signInToConsole(browser(), api, owner, path)).page;

const loadFailed = (page: Page) => page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });

/** Fails the requests of the page to these addresses from now on. */
const failRequests = (page: Page, addresses: RegExp): Promise<unknown> =>
  page.route(addresses, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 'invalid_request', message: 'Broken.' } } }),
  );

/** What a page shows is read again when the user returns to its tab. */
async function returnToTab(page: Page): Promise<void> {
  await page.waitForTimeout(STALE_MS);
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
}

describeInBrowser('without a connection', () => {
  it('a change fails at once, and is not sent when the connection is back', async () => {
    const page = await signIn('/transactions');
    await page.getByRole('button', { name: 'New transaction' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('5');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/v1/')) sent.push(request.url());
    });
    await page.context().setOffline(false);
    await page.waitForTimeout(2_000);
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The transaction was created.').waitFor();
    expect(sent).toHaveLength(1);
  });
});

describeInBrowser('a page whose data cannot be read again', () => {
  it.each([
    ['/', /\/v1\/(account\/|transactions|payments|webhook)/, '$75.00'],
    ['/statements', /\/v1\/account\/statement/, 'Lines: 1'],
  ])('keeps what it shows: %s', async (path, addresses, shown) => {
    const page = await signIn(path);
    await page.getByRole('main').getByText(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    const parts = await page.getByRole('main').getByRole('group').allInnerTexts();
    await failRequests(page, addresses);
    await returnToTab(page);
    await loadFailed(page).first().waitFor();
    expect(await page.getByRole('main').getByRole('group').allInnerTexts()).toEqual(parts);
    await page.getByRole('main').getByText(shown).first().waitFor();
  });

  it('keeps the form of a new payment', async () => {
    const page = await signIn('/payments/new');
    await page.getByLabel('Reference').fill('INV-1');
    await failRequests(page, /\/v1\/account$/);
    const failed = page.waitForResponse(/\/v1\/account$/);
    await returnToTab(page);
    await failed;
    await page.waitForTimeout(500);
    expect(await page.getByLabel('Reference').inputValue()).toBe('INV-1');
  });
});

describeInBrowser('a statement', () => {
  it('shows nothing of the previous period while the chosen one loads', async () => {
    const page = await signIn('/statements');
    await page.getByText('Lines: 1').waitFor();
    let load = (): void => undefined;
    const isChecked = new Promise<void>((resolve) => (load = resolve));
    await page.route(/\/v1\/account\/statement/, async (route) => {
      await isChecked;
      await route.continue();
    });
    await page.getByLabel('Period').first().click();
    await page.getByRole('option').nth(1).click();
    await page.waitForURL(/period=\d{4}-\d\d/);
    expect(await page.getByText('Lines: 1').count()).toBe(0);
    expect(await part(page, 'Closing balance').innerText()).not.toContain('$');
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0);
    load();
    await part(page, 'Closing balance').getByText('$0.00').waitFor();
  });
});

describeInBrowser('a refused change', () => {
  it('reads again what it would have changed', async () => {
    const { id } = await subscribe(api, owner);
    const page = await signIn(`/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    expectStatus(await api.request('DELETE', `/v1/subscriptions/${id}`, { token: owner.token }), 200);
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await statusIs(page, 'canceled');
  });
});

describeInBrowser('a session that could not be looked up', () => {
  it('does not hide the pages of the session that follows', async () => {
    const { page } = await openConsole(browser(), api, '/sign-in');
    await page.route(/\/console\/session\/refresh/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByLabel('Email or username').fill(owner.email);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });
});

describeInBrowser('a list with numbered pages', () => {
  it('leads from a page after the last one to the last one', async () => {
    const page = await signIn('/team?page=7');
    await page.getByRole('cell', { name: `Ada Ltd ${owner.email}` }).waitFor();
    await page.waitForURL(/\/team$/);
  });
});
