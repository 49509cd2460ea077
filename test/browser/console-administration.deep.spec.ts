import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  ADMIN,
  addUser,
  anAccountBody,
  expectRefusal,
  expectStatus,
  freshEmail,
  logIn,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { sql } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { type RunningWorker, startWorker } from '../support/worker-process.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { alertOf, HOSTILE } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';
import { overflows } from './payment-page-driver.js';

const browser = useBrowser();
let api: RunningApi;
let admin: string;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = await logInAdmin(api);
});

afterAll(async () => {
  await worker?.end('SIGTERM');
  await api.stop();
});

const dialog = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Opens another page of the console in the same window, as if its address were typed. */
const open = (page: Page, path: string) => page.goto(`${api.url}/console${path}`);

const signInAdmin = (path: string, options = {}) => signInToConsole(browser(), api, ADMIN, path, options);

const credit = (account_id: string, token: string, fields: object = {}) =>
  api.request<{ id: string }>('POST', '/v1/transactions', {
    token,
    body: { account_id, type: 'credit', amount: 7_500, currency: 'USD', ...fields },
  });

async function fillMember(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Name', { exact: true }).fill(name);
  await dialog(page).getByLabel('Password', { exact: false }).first().fill(PASSWORD);
}

async function choose(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const logInAs = (email: string, agent: string) =>
  api.request<{ access_token: string }>('POST', '/v1/auth/login', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': agent },
  });

const usersOf = (token: string, search: string) =>
  api.request<{ data: { id: string; email: string; status: string; name: string | null }[] }>(
    'GET',
    `/v1/users?search=${encodeURIComponent(search)}`,
    { token },
  );

describeInBrowser('sessions', () => {
  it('are listed and ended, the current one with a sign-out', async () => {
    const owner = await openAccount(api);
    const { access_token: token } = (await logInAs(owner.email, `curl/8.5.0 ${HOSTILE}`)).body;
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/sessions');
    await rowOf(page, 'This session').getByText('Chrome on').waitFor();
    const curl = rowOf(page, 'curl/8.5.0');
    await curl.getByText(HOSTILE.slice(0, 20)).waitFor();
    await curl.getByRole('button', { name: /^End/ }).click();
    await dialog(page).getByText('is signed out immediately').waitFor();
    await dialog(page).getByRole('button', { name: 'End', exact: true }).click();
    await alertOf(page, 'The session has ended.');
    await curl.waitFor({ state: 'detached' });
    expect((await api.request('GET', '/v1/account', { token })).status).toBe(401);

    await rowOf(page, 'This session').getByRole('button', { name: /^End/ }).click();
    await dialog(page).getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(browserErrors).toEqual([]);
  });
});

describeInBrowser('the team', () => {
  it('gets members from its owner, who can rename, suspend and delete them', async () => {
    const owner = await openAccount(api);
    const email = freshEmail('member');
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/team');
    await rowOf(page, owner.email).getByText('You').waitFor();
    await page.getByRole('button', { name: 'Add member' }).click();
    await fillMember(page, { email, name: HOSTILE });
    await dialog(page).getByLabel('Password').first().fill('password');
    await dialog(page).getByRole('button', { name: 'Add member' }).click();
    await dialog(page).getByRole('alert').filter({ hasText: 'too common' }).waitFor();
    await dialog(page).getByLabel('Password').first().fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Add member' }).click();
    await alertOf(page, `${email} can sign in now.`);
    await rowOf(page, email).getByText(HOSTILE).waitFor();
    const { access_token: token } = await logIn(api, email);

    await choose(page, email, 'Edit');
    await dialog(page).getByLabel('Name', { exact: true }).fill('Grace');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await rowOf(page, email).getByText('Grace').waitFor();
    await choose(page, email, 'Suspend');
    await dialog(page).getByRole('button', { name: 'Suspend' }).click();
    await rowOf(page, email).getByText('Suspended').waitFor();
    expect((await api.request('GET', '/v1/account', { token })).status).toBe(401);
    await choose(page, email, 'Reactivate');
    await dialog(page).getByRole('button', { name: 'Reactivate' }).click();
    await rowOf(page, email).getByText('Active').waitFor();

    await choose(page, email, 'Delete');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'The user is deleted.');
    await rowOf(page, email).waitFor({ state: 'detached' });
    expect((await usersOf(admin, email)).body.data).toEqual([]);
    expect(browserErrors).toEqual([]);
  });

  it('is found by name, and its owner cannot be deleted', async () => {
    const owner = await openAccount(api);
    const [first, second] = [await addUser(api, owner.token), await addUser(api, owner.token)];
    const { page } = await signInToConsole(browser(), api, owner, '/team');
    await rowOf(page, first.email).waitFor();
    await page.getByLabel('Name or email').fill(second.email.toUpperCase());
    await rowOf(page, first.email).waitFor({ state: 'detached' });
    await rowOf(page, second.email).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('button', { name: `Actions for ${owner.email}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Edit']);
  });

  it('is not shown to members, for whom the API refuses it', async () => {
    const owner = await openAccount(api);
    const member = await addUser(api, owner.token);
    const { page } = await signInToConsole(browser(), api, member, '/team');
    await page.getByText('You have no access to this page.').waitFor();
    const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
    expect(links).not.toContain('Team');
    expect(links).toContain('Sessions');
    expectRefusal(await api.request('GET', '/v1/users', { token: member.token }), 403, 'forbidden');
  });

  it('cannot grow while the account is suspended', async () => {
    const owner = await openAccount(api);
    await api.request('PATCH', `/v1/accounts/${owner.id}`, { token: admin, body: { status: 'suspended' } });
    const { page } = await signInToConsole(browser(), api, owner, '/team');
    await page.getByText('no members can be added').waitFor();
    expect(await page.getByRole('button', { name: 'Add member' }).count()).toBe(0);
    await page.getByRole('status').filter({ hasText: 'This account is suspended.' }).waitFor();
    await expectAccessibleInLightAndDark(page);
  });
});

describeInBrowser('accounts, for admins', () => {
  it('are found, suspended and reactivated', async () => {
    const owner = await openAccount(api, { name: HOSTILE });
    await credit(owner.id, admin, { settle: true });
    const { page, browserErrors } = await signInAdmin('/admin/accounts');
    await page.getByLabel('Name or email').fill(owner.email);
    await page.waitForURL(/search=/);
    await page.getByRole('link', { name: HOSTILE }).click();
    await heading(page, HOSTILE);
    await page.getByText('$75.00').waitFor();

    await page.getByRole('button', { name: 'Suspend' }).click();
    await dialog(page).getByRole('button', { name: 'Suspend' }).click();
    await alertOf(page, 'The account is suspended.');
    await page.getByText('account.suspended').waitFor();
    expectRefusal(await credit(owner.id, owner.token), 400, 'invalid_request');

    await page.getByRole('button', { name: 'Reactivate' }).click();
    await dialog(page).getByRole('button', { name: 'Reactivate' }).click();
    await alertOf(page, 'The account is active again.');
    await page.getByText('account.activated').waitFor();
    expectStatus(await credit(owner.id, owner.token), 201);
    expect(browserErrors).toEqual([]);
  });

  it('are acted for, with a banner, until the admin stops', async () => {
    const owner = await openAccount(api, { name: HOSTILE });
    const { page, browserErrors } = await signInAdmin(`/admin/accounts/${owner.id}`);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await heading(page, HOSTILE);
    expect(await pages.getByRole('link', { name: 'Transactions', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Act for this account' }).click();
    const banner = page.getByRole('status').filter({ hasText: `You are acting for ${HOSTILE}.` });
    await banner.waitFor();
    await pages.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByRole('button', { name: 'New transaction' }).first().click();
    await dialog(page).getByText('Credit', { exact: true }).click();
    await dialog(page).getByLabel('Amount').fill('12.5');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await heading(page, '$12.50');
    await banner.waitFor();
    const { body } = await api.request<{ data: { amount: number }[] }>('GET', '/v1/transactions', {
      token: owner.token,
    });
    expect(body.data.map(({ amount }) => amount)).toEqual([1_250]);

    // Their operations refuse to act for an account.
    for (const path of ['accounts', 'users', 'audit', 'health']) {
      await pages.locator(`a[href*="/admin/${path}"]`).click();
      await page.getByRole('table').first().or(page.getByText('Never verified')).first().waitFor();
      expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
      await banner.waitFor();
    }
    await open(page, `/team?account=${owner.id}`);
    await page.getByText('The team belongs to the owner.').waitFor();
    await banner.getByRole('button', { name: 'Stop acting' }).click();
    await heading(page, 'Accounts');
    expect(await banner.count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
    expect(browserErrors).toEqual([]);
  });

  it('are opened with an owner who can sign in, and listed by pages', async () => {
    const names = Array.from({ length: 26 }, (_, index) => `Paged ${String(index)}`);
    for (const name of names)
      expectStatus(await api.request('POST', '/v1/accounts', { body: anAccountBody({ name }) }), 201);
    const { page } = await signInAdmin('/admin/accounts?search=Paged');
    await page.getByText('1 to 25 of 26').waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('26 to 26 of 26').waitFor();
    await page.getByRole('link', { name: 'Paged 0' }).waitFor();

    const email = freshEmail('opened');
    await page.getByRole('button', { name: 'Open account' }).click();
    await dialog(page).getByLabel('Name of the business or the individual').fill('Opened GmbH');
    await dialog(page).getByLabel('Email').fill(ADMIN.email);
    await dialog(page).getByLabel('Password of the owner').first().fill(PASSWORD);
    await dialog(page).getByLabel('Currency').fill('eur');
    await dialog(page).getByRole('button', { name: 'Open account' }).click();
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByLabel('Email').fill(email);
    await dialog(page).getByRole('button', { name: 'Open account' }).click();
    await heading(page, 'Opened GmbH');
    await page.getByText('€0.00').first().waitFor();
    expect((await logIn(api, email)).access_token).toBeDefined();
  });
});

describeInBrowser('users and the audit trail, for admins', () => {
  it('show who changed whom', async () => {
    const { id, email, token } = await addUser(api);
    const { page, browserErrors } = await signInAdmin('/admin/users');
    await page.getByLabel('Name or email').fill(email);
    await page.getByRole('link', { name: email }).click();
    await heading(page, email);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Send password reset mail' }).click();
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await alertOf(page, 'The mail is on its way.');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Set password' }).click();
    await dialog(page).getByLabel('New password').first().fill('another long password');
    await dialog(page).getByRole('button', { name: 'Set password' }).click();
    await alertOf(page, 'The password is changed.');
    expect((await api.request('GET', '/v1/auth/sessions', { token })).status).toBe(401);
    await logIn(api, email, 'another long password');

    await page.getByRole('link', { name: 'Changes to this user' }).click();
    const entry = rowOf(page, 'User updated');
    await entry.getByRole('button', { name: 'User updated' }).click();
    await page.getByText('"password"').waitFor();
    await entry.getByRole('link').first().click();
    await heading(page, ADMIN.email);
    await open(page, `/admin/audit?actor=us`);
    await page.getByText('Enter a complete ID').waitFor();

    await open(page, `/admin/users/${id}`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/admin/users');
    expect((await usersOf(admin, email)).body.data).toEqual([]);
    expect(browserErrors).toEqual([]);
  });
});

describeInBrowser('all transactions, for admins', () => {
  it('show the account of each and can be filtered by it', async () => {
    const [one, other] = [await openAccount(api), await openAccount(api)];
    const { id } = (await credit(one.id, admin, { reference: HOSTILE })).body;
    await credit(other.id, admin);
    const { page, browserErrors } = await signInAdmin('/admin/transactions');
    await rowOf(page, HOSTILE).getByRole('link', { name: one.id }).waitFor();
    await rowOf(page, other.id).waitFor();
    await page.getByLabel('Account ID').fill(one.id);
    await rowOf(page, other.id).waitFor({ state: 'detached' });
    await rowOf(page, HOSTILE).getByRole('link', { name: '$75.00' }).click();
    await page.waitForURL(`**/transactions/${id}`);
    await heading(page, '$75.00');
    await page.goBack();
    await rowOf(page, HOSTILE).getByRole('link', { name: one.id }).click();
    await page.waitForURL(`**/admin/accounts/${one.id}`);
    expect(browserErrors).toEqual([]);
  });
});

describeInBrowser('the health of the service, for admins', () => {
  it('shows jobs, the last verification, and the money of all accounts', async () => {
    const owner = await openAccount(api);
    await credit(owner.id, admin, { settle: true, amount: 123_456 });
    const { page, browserErrors } = await signInAdmin('/admin/health');
    await page.getByText('The service has problems').waitFor();
    await page.getByText('No worker has run.').waitFor();
    await page.getByText('Never verified').waitFor();
    await page.getByRole('table', { name: 'Money of all accounts' }).getByText('$').first().waitFor();

    worker = await startWorker(api);
    await sql(
      api.databaseUrl,
      'INSERT INTO verify_runs (started_at, ended_at, rules, findings) VALUES (now(), now(), 60, 0)',
    );
    // Without a reload: the page asks again every ten seconds.
    await rowOf(page, 'bill-subscriptions').getByText('On time').waitFor({ timeout: 60_000 });
    await page.getByText('Consistent').waitFor();
    await page.getByText('All is well').waitFor();
    expect(browserErrors).toEqual([]);
  });
});

const ADMIN_PAGES = ['accounts', 'users', 'transactions', 'audit', 'health'];

describeInBrowser('the pages of admins', () => {
  it('show other roles that they have no access, without a request that is refused', async () => {
    const owner = await openAccount(api);
    const { page } = await signInToConsole(browser(), api, owner);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    for (const path of [...ADMIN_PAGES, `accounts/${owner.id}`]) {
      await open(page, `/admin/${path}`);
      await page.getByText('You have no access to this page.').waitFor();
    }
    expect(refused).toEqual([]);
    for (const path of ['/v1/accounts', `/v1/accounts/${owner.id}`, '/v1/audit', '/v1/admin/health'])
      expectRefusal(await api.request('GET', path, { token: owner.token }), 403, 'forbidden');
  });

  it('are accessible in light and dark, and fit a phone', async () => {
    const owner = await openAccount(api, { name: HOSTILE });
    await credit(owner.id, admin, { reference: 'INV-1'.repeat(20), settle: true });
    const [user] = (await usersOf(admin, owner.email)).body.data;
    const { page, browserErrors } = await signInAdmin('/admin/accounts');
    const details = [`accounts/${owner.id}`, `users/${user?.id ?? ''}`];
    for (const path of [...ADMIN_PAGES, ...details]) await expectGood(page, `/admin/${path}`);
    expect(browserErrors).toEqual([]);
  });

  it('and those of users are accessible, too', async () => {
    const owner = await openAccount(api);
    await addUser(api, owner.token);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/team');
    for (const path of ['/sessions', '/team']) await expectGood(page, path);
    await page.getByRole('button', { name: 'Add member' }).click();
    await dialog(page).getByLabel('Email').waitFor();
    await expectAccessibleInLightAndDark(page);
    expect(browserErrors).toEqual([]);
  });
});

/** Accessible as on a desktop, and without horizontal scrolling on a phone. */
async function expectGood(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, path);
  await page.getByRole('table').first().waitFor();
  await expectAccessibleInLightAndDark(page);
  await page.setViewportSize({ width: 375, height: 700 });
  expect({ path, overflows: await overflows(page) }).toEqual({ path, overflows: false });
}
