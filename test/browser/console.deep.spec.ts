import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  ADMIN,
  addUser,
  expectStatus,
  type Holder,
  logIn,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { expectAccessibleInLightAndDark, openConsole, signInToConsole } from './console-suite.js';
import { overflows } from './payment-page-driver.js';

const DIST = join(import.meta.dirname, '../../apps/console/dist');
const KIB = 1024;

const browser = useBrowser();
let api: RunningApi;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  owner = await openAccount(api, { name: '<img src=x onerror=alert(1)> & Söhne' });
});

afterAll(async () => {
  await api.stop();
});

const sessionsOf = async (token: string): Promise<number> =>
  (await api.request<{ data: unknown[] }>('GET', '/v1/auth/sessions', { token })).body.data.length;

const storedBySite = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

describeInBrowser('the console', () => {
  it('keeps a session over reloads without a token that scripts can read, and ends it', async () => {
    const { token } = owner;
    const before = await sessionsOf(token);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/settings');
    expect(await sessionsOf(token)).toBe(before + 1);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await storedBySite(page)).not.toMatch(/eyJ|flr_|token/i);
    await page.getByRole('button', { name: `Signed in as ${owner.email}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The next user begins at home.
    expect(page.url()).toBe(`${api.url}/console/sign-in`);
    expect(await sessionsOf(token)).toBe(before);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(browserErrors).toEqual([]);
  });

  it('leads to the sign-in and back to the page that was asked for', async () => {
    const path = '/transactions?status=pending';
    const { page } = await openConsole(browser(), api, path);
    await page.getByLabel('Email or username').fill(owner.email);
    await page.getByLabel(/^Password/).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor();
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/console${path}`);
  });

  it.each(['//evil.example/', 'https://evil.example/', 'javascript:alert(1)'])(
    'stays on its own site with next=%s',
    async (next) => {
      const { page } = await openConsole(browser(), api, `/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Email or username').fill(owner.email);
      await page.getByLabel(/^Password/).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      expect(page.url().startsWith(`${api.url}/console/`)).toBe(true);
    },
  );

  it('requests a password reset with the same answer for anyone', async () => {
    const { page } = await openConsole(browser(), api, '/sign-in');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email or username').fill('unknown@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('status').filter({ hasText: 'If there is such a user' }).waitFor();
    await expectAccessibleInLightAndDark(page);
  });

  it('finds pages, ids and references with the keyboard', async () => {
    const { page } = await signInToConsole(browser(), api, owner);
    const palette = page.getByPlaceholder('An id, a reference or a page');
    await page.keyboard.press('Control+k');
    await palette.fill('subscr');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/subscriptions');
    // While it closes, it clears its field.
    await palette.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await palette.fill('INV-2026-1');
    await page.getByText('Transactions with the reference INV-2026-1').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/transactions?reference=INV-2026-1');
    await palette.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await palette.fill('INV-2026-1');
    await page.getByText('Subscriptions with the reference INV-2026-1').waitFor();
    await page.getByText('Payments with the reference INV-2026-1').click();
    await page.waitForURL('**/console/payments?reference=INV-2026-1');
    await palette.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await palette.fill('grace@example.com');
    await page.getByText('Payments of the customer grace@example.com').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/console\/payments\?customer_email=grace(@|%40)example.com/);
  });

  it('speaks four languages and keeps the choice', async () => {
    const { page } = await openConsole(browser(), api, '/sign-in', { locale: 'de-AT' });
    for (const [language, title] of [
      ['Français', 'Se connecter'],
      ['Español', 'Iniciar sesión'],
      ['English', 'Sign in'],
      ['Deutsch', 'Anmelden'],
    ] as const) {
      await page.getByRole('button', { name: /Sprache|Langue|Idioma|Language/ }).click();
      await page.getByRole('menuitem', { name: language }).click();
      await page.getByRole('heading', { name: title }).waitFor();
    }
    await page.reload();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  });

  it('is accessible on the sign-in page, and fits a phone', async () => {
    const { page, browserErrors } = await openConsole(browser(), api, '/', {
      viewport: { width: 375, height: 700 },
    });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessibleInLightAndDark(page);
    expect(await overflows(page)).toBe(false);
    expect(browserErrors).toEqual([]);
  });

  it('offers each role only its pages', async () => {
    const member = await addUser(api, owner.token);
    const linksOf = async (user: { email: string; password?: string }): Promise<string[]> => {
      const { page } = await signInToConsole(browser(), api, user);
      return page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
    };
    const [ofOwner, ofMember, ofAdmin] = [await linksOf(owner), await linksOf(member), await linksOf(ADMIN)];
    expect(ofOwner).toEqual(expect.arrayContaining(['Home', 'Payments', 'API keys', 'Team', 'Settings']));
    expect(ofOwner).not.toContain('Audit trail');
    expect(ofMember).toEqual(expect.arrayContaining(['Home', 'Payments', 'Settings']));
    expect(ofMember).not.toContain('API keys');
    expect(ofMember).not.toContain('Team');
    expect(ofAdmin).toEqual(expect.arrayContaining(['Accounts', 'Users', 'Audit trail', 'Health']));
    expect(ofAdmin).not.toContain('Home');
    const { status } = await api.request('GET', '/v1/api_keys', {
      token: (await logIn(api, member.email)).access_token,
    });
    expect(status).toBe(403);
  });

  it('loads nothing from other hosts', async () => {
    const { page } = await openConsole(browser(), api, '/sign-in');
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(api.url) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url());
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(foreign).toEqual([]);
  });

  it.each([
    ['/sign-in', 250],
    ['/', 450],
  ])('loads at most the JavaScript allowed for %s: %d KiB', async (path, limit) => {
    const { page } =
      path === '/' ? await signInToConsole(browser(), api, owner) : await openConsole(browser(), api, path);
    // The chart is loaded for an account with transactions only.
    if (path === '/') await addCredit();
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        scripts.add(new URL(response.url()).pathname.replace('/console/', ''));
    });
    await page.reload({ waitUntil: 'networkidle' });
    if (path === '/') await page.locator('.recharts-surface').first().waitFor();
    expect(scripts.size).toBeGreaterThan(1);
    const bytes = [...scripts].reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(DIST, name))).length,
      0,
    );
    process.stdout.write(`${path}: ${(bytes / KIB).toFixed(0)} KiB of JavaScript\n`);
    expect(bytes / KIB).toBeLessThan(limit);
  });
});

async function addCredit(): Promise<void> {
  const body = { account_id: owner.id, type: 'credit', amount: 500, currency: 'USD', settle: true };
  expectStatus(await api.request('POST', '/v1/transactions', { token: await logInAdmin(api), body }), 201);
}

describe('the files of the console', () => {
  it('contain no inline script and no address of another host to load from', () => {
    expect(existsSync(DIST)).toBe(true);
    const html = readFileSync(join(DIST, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/(src|href)="https?:/);
    const styles = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.css'));
    for (const name of styles)
      expect(readFileSync(join(DIST, 'assets', name), 'utf8')).not.toMatch(/url\(["']?https?:|@import/);
  });
});
