import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import {
  addUser,
  ADMIN,
  expectRefusal,
  type Holder,
  logIn,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { APPROVED, cardOf, submitCard } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { subscribe, subscriptionOf } from '../support/subscriptions.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { alertOf, HOSTILE } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';
import { transact } from './console-transactions-suite.js';
import { overflows } from './payment-page-driver.js';

const PHONE = { viewport: { width: 375, height: 700 } };

const browser = useBrowser();
let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});

afterAll(async () => {
  await api.stop();
});

interface AccountFields extends Fields {
  readonly name: string;
  readonly status: string;
  readonly settings: Fields & { readonly branding: Fields };
}

const accountOf = async ({ token }: Pick<Holder, 'token'>): Promise<AccountFields> =>
  (await api.request<AccountFields>('GET', '/v1/account', { token })).body;

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

const badge = (page: Page, status: string): Locator => page.locator(`h1 + * , h1 ~ *`).getByText(status);

const press = (where: Page | Locator, name: string): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click();

const confirm = async (page: Page, action: string, button: string): Promise<void> => {
  await press(page, action);
  await press(page.getByRole('dialog'), button);
};

/** Chooses an option of a list that can be searched. */
const choose = async (page: Page, label: string, search: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).fill(search);
  await page.getByRole('option', { name: option, exact: true }).click();
};

describeInBrowser('subscriptions in the console', () => {
  let owner: Holder;

  beforeAll(async () => {
    owner = await openAccount(api, { settings: { currency: 'EUR' } });
  });

  it('are created, paused, resumed and canceled, with the upcoming charge', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/subscriptions');
    await page.getByText('No subscriptions yet').waitFor();
    await press(page, 'Create subscription');
    const dialog = page.getByRole('dialog');
    await press(dialog, 'Create');
    await dialog.getByText('Enter an email address.').waitFor();
    await dialog.getByText('Enter an amount above zero.').waitFor();
    await dialog.getByLabel('Customer’s email').fill('grace@example.com');
    await dialog.getByLabel('Amount').fill('99999999999.5');
    await dialog.getByLabel('Reference').fill(HOSTILE);
    await press(dialog, 'Add');
    await dialog.getByLabel('Key 1').fill('plan');
    await dialog.getByLabel('Value 1').fill(HOSTILE);
    await press(dialog, 'Create');
    await dialog.getByText('Enter an amount such as 12.50.').waitFor();
    await expectAccessibleInLightAndDark(page);
    await dialog.getByLabel('Amount').fill('19.5');
    await press(dialog, 'Add');
    await dialog.getByLabel('Key 2').fill('plan');
    await press(dialog, 'Create');
    await dialog.getByRole('button', { name: 'Remove: plan' }).last().click();
    await press(dialog, 'Create');
    await page.getByRole('heading', { level: 1, name: 'grace@example.com' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const list = await api.request<{ data: Fields[] }>('GET', '/v1/subscriptions', { token: owner.token });
    expect(list.body.data.map((stored) => stored.id)).toEqual([id]);
    const { amount, metadata, reference } = await subscriptionOf(api, owner, id);
    expect({ amount, metadata, reference }).toEqual({
      amount: 1950,
      metadata: { plan: HOSTILE },
      reference: HOSTILE,
    });
    await section(page, 'Metadata').getByText(HOSTILE).waitFor();
    await section(page, 'Next payment request').getByText('€19.50').waitFor();
    await section(page, 'Next payment request').getByText('period 2').waitFor();
    await expectAccessibleInLightAndDark(page);

    await confirm(page, 'Pause', 'Pause the subscription');
    await section(page, 'Next payment request').getByText('None while the subscription is paused.').waitFor();
    await section(page, 'Payments').getByText('Canceled').waitFor();
    await confirm(page, 'Resume', 'Resume the subscription');
    await section(page, 'Current period').getByText('Period 2').waitFor();
    await section(page, 'Next payment request').getByText('period 3').waitFor();
    await confirm(page, 'Cancel', 'Cancel the subscription');
    await badge(page, 'Canceled').first().waitFor();
    await section(page, 'Timeline').getByText('subscription.canceled').waitFor();
    expect(await page.getByRole('button', { name: /^(Pause|Resume|Cancel)$/ }).count()).toBe(0);
    expect((await subscriptionOf(api, owner, id)).status).toBe('canceled');
    expect(browserErrors).toEqual([]);
  });

  it('show when the next request for a long period is issued, and what was paid', async () => {
    const { id, latest_payment_url } = await subscribe(api, owner, { currency: 'EUR', interval: 'year' });
    const { page } = await signInToConsole(browser(), api, owner, `/subscriptions/${id}`, PHONE);
    const upcoming = section(page, 'Next payment request');
    await upcoming.getByText('If the current period is still unpaid').waitFor();
    const link = page.getByRole('link', { name: 'Payment page' });
    expect(await link.getAttribute('href')).toBe(latest_payment_url);
    await submitCard(api.url + new URL(latest_payment_url).pathname, cardOf(APPROVED));
    await page.reload();
    await upcoming.getByText('period 2').waitFor();
    await section(page, 'Payments').getByText('Succeeded').waitFor();
    expect(await link.count()).toBe(0);
    expect(await overflows(page)).toBe(false);
  });

  it('show the API’s message if one was canceled elsewhere meanwhile', async () => {
    const { id } = await subscribe(api, owner, { currency: 'EUR' });
    const { page } = await signInToConsole(browser(), api, owner, `/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await api.request('DELETE', `/v1/subscriptions/${id}`, { token: owner.token });
    await confirm(page, 'Pause', 'Pause the subscription');
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'canceled' }).waitFor();
    await press(page.getByRole('dialog'), 'Not now');
    await page.goto(`${api.url}/console/subscriptions/sub_01k9zxv3s8e7qv5m2c4w6y8h0j`);
    await alertOf(page, 'This could not be loaded.');
  });

  it('are listed with filters and pages, also for members', async () => {
    const account = await openAccount(api);
    for (let number = 1; number <= 26; number += 1)
      await subscribe(api, account, {
        reference: `PLAN-${number}`,
        customer_email: `c${number}@example.com`,
      });
    const member = await addUser(api, account.token);
    const { page, browserErrors } = await signInToConsole(browser(), api, member, '/subscriptions', PHONE);
    await page.getByRole('link', { name: 'c26@example.com' }).waitFor();
    expect(await page.getByRole('link', { name: 'c1@example.com', exact: true }).count()).toBe(0);
    await expectAccessibleInLightAndDark(page);
    expect(await overflows(page)).toBe(false);
    await press(page, 'Older');
    await page.getByRole('link', { name: 'c1@example.com', exact: true }).click();
    await confirm(page, 'Pause', 'Pause the subscription');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.goto(`${api.url}/console/subscriptions?status=paused`);
    await page.getByRole('link', { name: 'c1@example.com', exact: true }).waitFor();
    await page.getByLabel('Reference').fill('PLAN-2');
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(browserErrors).toEqual([]);
  });

  it('are those of the account that an admin acts for', async () => {
    await subscribe(api, owner, { currency: 'EUR', customer_email: 'alan@example.com' });
    const { page } = await signInToConsole(browser(), api, ADMIN, '/subscriptions');
    await page.getByText('Choose an account first.').waitFor();
    await expectAccessibleInLightAndDark(page);
    await page.goto(`${api.url}/console/subscriptions?account=${owner.id}`);
    await page.getByRole('link', { name: 'alan@example.com' }).click();
    await confirm(page, 'Cancel', 'Cancel the subscription');
    await badge(page, 'Canceled').first().waitFor();
    expect(new URL(page.url()).searchParams.get('account')).toBe(owner.id);
  });
});

describeInBrowser('settings in the console', () => {
  it('are stored, and a time zone changes the times that are shown', async () => {
    const owner = await openAccount(api);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/settings');
    const created = section(page, 'Details').locator('time').first();
    const inUtc = await created.innerText();
    const form = section(page, 'Account');
    await form.getByLabel('Name').fill(HOSTILE);
    await choose(page, 'Time zone', 'Tokyo', 'Asia/Tokyo');
    await choose(page, 'Language of payment pages', 'de-AT', 'Austrian German (de-AT)');
    await press(form, 'Save');
    await alertOf(page, 'Saved');
    const { name, settings } = await accountOf(owner);
    expect({ name, ...settings }).toMatchObject({ name: HOSTILE, timezone: 'Asia/Tokyo', language: 'de-AT' });
    await page.getByRole('banner').getByText(HOSTILE).waitFor();
    const inTokyo = await created.innerText();
    expect(new Date(inTokyo).getTime() - new Date(inUtc).getTime()).toBe(9 * 3_600_000);
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await expectAccessibleInLightAndDark(page);

    await subscribe(api, owner);
    await choose(page, 'Currency', 'EUR', 'EUR');
    await press(form, 'Save');
    await form.getByRole('alert').filter({ hasText: 'currency' }).waitFor();
    expect((await accountOf(owner)).settings.currency).toBe('USD');
    expect(browserErrors).toEqual([]);
  });

  it('keep the currency of an account that has transactions', async () => {
    const owner = await openAccount(api);
    await transact(api, owner, { type: 'credit', currency: 'USD' });
    const { page } = await signInToConsole(browser(), api, owner, '/settings');
    await page.getByText('Cannot be changed: the account has transactions.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Currency' }).isDisabled()).toBe(true);
    await expectAccessibleInLightAndDark(page);
  });

  it('change the email with which the owner signs in', async () => {
    const owner = await openAccount(api);
    const { page } = await signInToConsole(browser(), api, owner, '/settings');
    const form = section(page, 'Account');
    await form.getByLabel('Email').fill('new-address@example.com');
    await press(form, 'Save');
    await page.getByText('You sign in with new-address@example.com.').waitFor();
    await page.getByRole('button', { name: 'Signed in as new-address@example.com' }).waitFor();
    await logIn(api, 'new-address@example.com');
  });

  it('have a profile and a password of the user’s own, also for members, who change nothing else', async () => {
    const owner = await openAccount(api, { name: HOSTILE });
    const member = await addUser(api, owner.token);
    const { page, browserErrors } = await signInToConsole(browser(), api, member, '/settings', PHONE);
    await section(page, 'Account').getByText(HOSTILE).waitFor();
    expect(await section(page, 'Account').getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Close the account' }).count()).toBe(0);
    const { token } = member;
    expectRefusal(
      await api.request('PATCH', '/v1/account', { token, body: { name: 'x' } }),
      401,
      'unauthorized',
    );
    expectRefusal(await api.request('DELETE', '/v1/account', { token }), 403, 'forbidden');
    await expectAccessibleInLightAndDark(page);
    expect(await overflows(page)).toBe(false);

    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Username').fill('not a username');
    await press(page, 'Save profile');
    await section(page, 'Your profile').getByRole('alert').filter({ hasText: 'username' }).waitFor();
    await page.getByLabel('Username').fill('grace.hopper');
    await press(page, 'Save profile');
    await alertOf(page, 'Saved');
    await page.getByLabel(/^Current password/).fill('not the password');
    await page.getByLabel(/^New password/).fill('another long password');
    await press(page, 'Change password');
    await section(page, 'Password').getByRole('alert').waitFor();
    await page.getByLabel(/^Current password/).fill(PASSWORD);
    await press(page, 'Change password');
    await alertOf(page, 'Password changed');
    await logIn(api, 'grace.hopper', 'another long password');
    expect(browserErrors).toEqual([]);
  });

  it('close the account after its name is typed, unless the API refuses', async () => {
    const name = '"><script>alert(1)</script> & Söhne';
    const owner = await openAccount(api, { name });
    const { id } = await subscribe(api, owner);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/settings');
    await press(page, 'Close the account');
    const dialog = page.getByRole('dialog');
    const close = dialog.getByRole('button', { name: 'Close permanently' });
    await dialog.getByLabel('Type').fill('Ada Ltd');
    expect(await close.isDisabled()).toBe(true);
    await expectAccessibleInLightAndDark(page);
    await dialog.getByLabel('Type').fill(name);
    await close.click();
    await dialog.getByRole('alert').filter({ hasText: 'subscription' }).waitFor();
    await api.request('DELETE', `/v1/subscriptions/${id}`, { token: owner.token });
    await close.click();
    await page.getByRole('heading', { level: 1, name: 'The account is closed' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'no longer work' }).waitFor();
    await expectAccessibleInLightAndDark(page);
    await press(page, 'Leave');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const token = await logInAdmin(api);
    const { body } = await api.request('GET', `/v1/accounts/${owner.id}`, { token });
    expect(body.status).toBe('closed');
    expect(browserErrors).toEqual([]);
  });

  it('of a closed account leave an owner that an admin can delete', async () => {
    const owner = await openAccount(api);
    const { page, browserErrors } = await signInToConsole(browser(), api, ADMIN, '/admin/users');
    const row = page.getByRole('row').filter({ hasText: owner.email });
    const deleteOwner = async (): Promise<void> => {
      await row.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await press(page.getByRole('dialog'), 'Delete');
    };
    await deleteOwner();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await press(page.getByRole('dialog'), 'Cancel');
    await api.request('DELETE', '/v1/account', { token: owner.token });
    await deleteOwner();
    await row.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
  });

  it('of an admin are its own profile, and those of the account that it acts for', async () => {
    const owner = await openAccount(api);
    const { page } = await signInToConsole(browser(), api, ADMIN, '/settings');
    await page.getByText(`You sign in with ${ADMIN.email}.`).waitFor();
    expect(await section(page, 'Account').count()).toBe(0);
    await page.goto(`${api.url}/console/settings?account=${owner.id}`);
    await page.getByText(`You sign in with ${ADMIN.email}.`).waitFor();
    await section(page, 'Account').getByLabel('Name').fill('Renamed Ltd');
    await press(section(page, 'Account'), 'Save');
    await page.getByText('You are acting for Renamed Ltd.').waitFor();
    await press(page, 'Close the account');
    await page.getByRole('dialog').getByLabel('Type').fill('Renamed Ltd');
    await press(page.getByRole('dialog'), 'Close permanently');
    await section(page, 'Account').getByText('Closed').waitFor();
    expect(await page.getByRole('button', { name: 'Close the account' }).count()).toBe(0);
  });
});
