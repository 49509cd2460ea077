import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
import { PRIVATE_ADDRESSES, WebhookReceiver } from '../support/webhooks.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { isFocused, pressOn, tabTo, typeInto } from './console-keyboard.js';
import { addMoney } from './console-steps.js';
import { aPaidPayment } from './console-payments-suite.js';
import { expectAccessibleInLightAndDark, openConsole, signInToConsole } from './console-suite.js';

const PHONE = { viewport: { width: 375, height: 720 } };

const browser = useBrowser();
let api: RunningApi;
let owner: Holder;
let receiver: WebhookReceiver;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, ...PRIVATE_ADDRESSES } });
  receiver = await WebhookReceiver.open();
  owner = await openAccount(api);
  await addMoney(api, await logInAdmin(api), owner, 7_500, 'INV-1');
});
afterAll(async () => {
  await receiver.close();
  await api.stop();
});

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

  it('shortcuts open pages and forms, and ? lists them', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.keyboard.type('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByRole('rowheader', { name: 'Go to Transfers' }).waitFor();
    expect(await list.getByRole('rowheader', { name: 'Go to Accounts' }).count()).toBe(0);
    await expectAccessibleInLightAndDark(page);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await page.keyboard.type('gt');
    await page.waitForURL('**/console/transactions');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    await page.keyboard.type('ct');
    const form = page.getByRole('dialog', { name: 'New transaction' });
    await form.getByLabel('Reference').fill('gp gt ?');
    expect(new URL(page.url()).pathname).toBe('/console/transactions');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await page.keyboard.type('cp');
    await page.getByRole('heading', { level: 1, name: 'Create payment' }).waitFor();
    expect(browserErrors).toEqual([]);
  });
});

describeInBrowser('the command palette', () => {
  async function find(page: Page, id: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('An id, a reference or a page').fill(id);
    await page.getByText(`Go to ${id}`).waitFor();
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('An id, a reference or a page').waitFor({ state: 'hidden' });
  }

  it('opens what has an id: a transaction, a refund, a delivery and an event', async () => {
    const list = async (path: string) =>
      (await api.request<{ data: { id: string }[] }>('GET', path, { token: owner.token })).body.data;
    const [transaction] = await list('/v1/transactions');
    const payment = await aPaidPayment(api, owner);
    const refundOf = `/v1/payments/${payment.id}/refunds`;
    const refund = expectStatus(await api.request('POST', refundOf, { token: owner.token, body: {} }), 201);
    const body = { url: receiver.url, events: ['*'] };
    const endpoint = await api.request('POST', '/v1/webhook_endpoints', { token: owner.token, body });
    const endpointPath = `/v1/webhook_endpoints/${String(endpoint.body['id'])}`;
    const test = await api.request('POST', `${endpointPath}/test`, { token: owner.token });
    const delivery = String(test.body['id']);
    const event = (await list('/v1/events?type=account.opened'))[0]!.id;
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await find(page, transaction!.id);
    await page.waitForURL(`**/console/transactions/${transaction!.id}`);
    await find(page, String(refund.body['id']));
    await page.waitForURL(`**/console/payments/${payment.id}`);
    await find(page, delivery);
    await page.waitForURL(`**/deliveries/${delivery}`);
    await page.getByRole('heading', { level: 1, name: 'webhook_endpoint.test' }).waitFor();
    await find(page, event);
    await page.getByRole('row').nth(1).getByText('account.opened').waitFor();
    await find(page, refundOf.replace(/.*pay_(.*)\/refunds/, 'whd_$1'));
    await page.getByRole('alert').filter({ hasText: 'no such webhook delivery' }).waitFor();
    expect(browserErrors).toEqual([]);
  });
});

describeInBrowser('a time', () => {
  it('is shown in UTC to a user who points at it', async () => {
    const settings = { currency: 'USD', timezone: 'Pacific/Auckland', language: 'en' };
    await api.request('PATCH', '/v1/account', { token: owner.token, body: { settings } });
    const { page } = await signInToConsole(browser(), api, owner, '/transactions');
    const time = page.getByRole('table').locator('time').first();
    const at = (await time.getAttribute('datetime')) ?? '';
    await time.hover();
    const inUtc = `${at.replace('T', ' ').slice(0, 19)} UTC`;
    expect(await page.getByRole('tooltip').innerText()).toBe(inUtc);
  });
});
