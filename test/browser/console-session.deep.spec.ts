import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { freshEmail, type Holder, openAccount, PASSWORD, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { findChromium } from './chromium.js';
import { signInToConsole } from './console-suite.js';
import { launch } from './payment-page-driver.js';

/** The browser keeps the pages that it has left, with their memory, unless this is set. */
const NO_CACHED_PAGES = '--disable-back-forward-cache';

const browser = useBrowser();
let api: RunningApi;
let ann: Holder;
let bob: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  ann = await openAccount(api, { name: 'Ann Ltd.' });
  bob = await openAccount(api, { name: 'Bob Ltd.' });
});

afterAll(async () => {
  await api.stop();
});

async function signOut(page: Page, { email }: Holder): Promise<void> {
  await page.getByRole('button', { name: `Signed in as ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

describeInBrowser('the session of the console', () => {
  it('ends in a tab when another user has signed in, and is not continued as that user', async () => {
    const { page } = await signInToConsole(browser(), api, ann, '/settings');
    await page.getByLabel('Email').fill(freshEmail('ann'));
    const context = page.context();
    await context.clearCookies();
    const data = { email: bob.email, password: PASSWORD };
    const signedIn = await context.request.post(`${api.url}/console/session`, {
      data,
      headers: { origin: api.url },
    });
    expect(signedIn.status()).toBe(200);
    // The console reads the user again, because the email address has changed.
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page
      .getByRole('heading', { name: 'Sign in' })
      .or(page.getByRole('button', { name: `Signed in as ${bob.email}` }))
      .waitFor();
    expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(1);
  });

  it('leaves nothing of the user that the button to go back shows', async () => {
    const chromium = findChromium() ?? '';
    const caching = await launch(chromium, { ignoreDefaultArgs: [NO_CACHED_PAGES] });
    try {
      const { page } = await signInToConsole(caching, api, bob, '/settings');
      await page.getByLabel('Email').waitFor();
      await signOut(page, bob);
      await page.goBack({ waitUntil: 'commit' });
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.getByText(bob.email).count()).toBe(0);
    } finally {
      await caching.close();
    }
  });
});
