import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  ADMIN,
  addUser,
  expectRefusal,
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { availableOf, requestPayment } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { deliverWebhooks, PRIVATE_ADDRESSES, WebhookReceiver } from '../support/webhooks.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { addMoney, expectFitsPhone, expectNoMarkupFrom, HOSTILE, part, statusIs } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';

const browser = useBrowser();
let api: RunningApi;
let admin: string;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, ...PRIVATE_ADDRESSES } });
  admin = await logInAdmin(api);
});

afterAll(async () => {
  await api.stop();
});

async function post(token: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await api.request('POST', path, { token, body });
  if (response.status >= 300) throw new Error(`${String(response.status)}: ${response.text}`);
  return response.body;
}

const transfer = async (from: Holder, to: Holder, change: object = {}): Promise<string> => {
  const terms = { amount: 6000, currency: 'USD', reference: 'rent', ...change };
  return String(
    (await post(from.token, '/v1/transfers', { from_account_id: from.id, to_account_id: to.id, ...terms }))[
      'id'
    ],
  );
};

const open = async (user: { email: string; password?: string }, path: string, options = {}) =>
  signInToConsole(browser(), api, user, path, options);

const headingOne = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describeInBrowser('the home page', () => {
  it('leads a new account to its first steps, as far as the role allows', async () => {
    const owner = await openAccount(api);
    const member = await addUser(api, owner.token);
    const { page, browserErrors } = await open(owner, '/');
    const start = part(page, 'Get started');
    await start.waitFor();
    expect(await start.getByRole('link').allInnerTexts()).toEqual([
      'Request a payment',
      'Create an API key',
      'Add a webhook endpoint',
    ]);
    await part(page, 'Money in and out').getByText('No money has moved').waitFor();
    await part(page, 'Recent transactions').getByText('No transactions yet.').waitFor();
    await part(page, 'Failing webhooks').getByText('No webhook endpoint yet.').waitFor();
    expect(await part(page, 'Available').innerText()).toContain('$0.00');
    await expectAccessibleInLightAndDark(page);

    await start.getByRole('link', { name: 'Create an API key' }).click();
    await page.getByRole('dialog', { name: 'New API key' }).getByLabel('Name').waitFor();
    await page.waitForURL(/\/developers\/api-keys$/);
    expect(browserErrors).toEqual([]);

    const { page: ofMember } = await open(member, '/');
    await part(ofMember, 'Get started').waitFor();
    expect(await part(ofMember, 'Get started').getByRole('link').allInnerTexts()).toEqual([
      'Request a payment',
    ]);
  });

  it('shows balances, a chart that is also a table, open payments and failing webhooks', async () => {
    const owner = await openAccount(api);
    const other = await openAccount(api);
    await addMoney(api, admin, owner, 123_456, HOSTILE);
    await transfer(owner, other);
    await requestPayment(api, owner, { customer_email: 'buyer@example.com' });
    const receiver = await WebhookReceiver.open();
    receiver.status = 500;
    const { url } = receiver;
    const failing = await post(owner.token, '/v1/webhook_endpoints', { url, events: ['*'] });
    const disabled = await post(owner.token, '/v1/webhook_endpoints', {
      url: `${url}/disabled`,
      events: ['account.closed'],
    });
    expectStatus(
      await api.request('PATCH', `/v1/webhook_endpoints/${String(disabled['id'])}`, {
        token: owner.token,
        body: { status: 'disabled' },
      }),
      200,
    );
    await requestPayment(api, owner);
    await deliverWebhooks(api);
    await receiver.close();

    const { page, browserErrors } = await open(owner, '/');
    await part(page, 'Available').getByText('$1,174.56').waitFor();
    await part(page, 'Held').getByText('$60.00').waitFor();
    await part(page, 'Incoming').getByText('$0.00').waitFor();
    await page.getByRole('img', { name: /Money in: \$1,234\.56\. Money out: \$0\.00/ }).waitFor();
    expect(await part(page, 'Get started').count()).toBe(0);
    await part(page, 'Open payment requests').getByText('buyer@example.com').waitFor();
    const webhooks = part(page, 'Failing webhooks');
    await webhooks.getByRole('row').filter({ hasText: 'Being retried: 1' }).getByText(url).waitFor();
    await webhooks.getByRole('row').filter({ hasText: 'Disabled: events are not sent.' }).waitFor();
    expect(await webhooks.getByRole('link', { name: url, exact: true }).getAttribute('href')).toBe(
      `/console/developers/webhooks/${String(failing['id'])}`,
    );
    await expectAccessibleInLightAndDark(page);
    await expectFitsPhone(page);

    await page.getByRole('switch', { name: 'Show as table' }).click({ force: true });
    await page.getByText('Months', { exact: true }).click();
    await page.waitForURL(/view=table/);
    await page.waitForURL(/interval=month/);
    await page.reload();
    const table = page.getByRole('table', { name: 'Money in and out' });
    const newest = table.locator('tbody tr').first();
    await newest.waitFor();
    expect((await newest.getByRole('cell').allInnerTexts()).map((text) => text.trim())).toEqual([
      '$1,234.56',
      '$0.00',
      '1',
      '$1,234.56',
    ]);
    expect(await table.locator('tbody tr').count()).toBeGreaterThanOrEqual(12);
    await expectAccessibleInLightAndDark(page);
    await expectFitsPhone(page);
    await expectNoMarkupFrom(page);
    expect(browserErrors).toEqual([]);

    const all = page.getByRole('link', { name: 'View all: Open payment requests' });
    expect(await all.getAttribute('href')).toBe('/console/payments?status=pending');
    await part(page, 'Recent transactions').getByRole('link', { name: '$60.00' }).click();
    await page.waitForURL(/\/transactions\/txn_/);
  });

  it('shows the error of one part in that part, and reads it again', async () => {
    const owner = await openAccount(api);
    await requestPayment(api, owner, { customer_email: 'later@example.com' });
    const { page } = await open(owner, '/transfers');
    await page.route('**/v1/payments?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'forbidden', message: 'Not today.' } }),
    );
    await page.getByRole('link', { name: 'Home' }).click();
    const payments = part(page, 'Open payment requests');
    await payments.getByRole('alert').filter({ hasText: 'Not today.' }).waitFor();
    await part(page, 'Available').getByText('$0.00').waitFor();
    await page.unroute('**/v1/payments?*');
    await payments.getByRole('button', { name: 'Try again' }).click();
    await payments.getByText('later@example.com').waitFor();
  });

  it('leads admins who act for no account to the accounts, and shows the account that they act for', async () => {
    const owner = await openAccount(api);
    await addMoney(api, admin, owner, 4200);
    const { page } = await open(ADMIN, '/');
    await page.waitForURL('**/console/admin/accounts');
    await page.goto(`${api.url}/console/?account=${owner.id}`);
    await part(page, 'Available').getByText('$42.00').waitFor();
    await page.goto(`${api.url}/console/statements`);
    await page.getByRole('heading', { name: 'Choose an account first.' }).waitFor();
  });
});

describeInBrowser('transfers', () => {
  it('are created by the owner, once, and canceled', async () => {
    const [owner, other] = [await openAccount(api), await openAccount(api)];
    await addMoney(api, admin, owner, 10_000);
    const { page, browserErrors } = await open(owner, '/transfers');
    await page.getByRole('heading', { name: 'No transfers yet' }).waitFor();
    await page.getByRole('button', { name: 'Create transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create transfer' });
    await dialog.getByText('Available: $100.00').waitFor();
    await expectAccessibleInLightAndDark(page);
    await dialog.getByLabel('Destination account').fill('acct_unknown');
    await dialog.getByLabel('Amount').fill('0');
    await dialog.getByRole('button', { name: 'Create transfer' }).click();
    await dialog.getByText('Enter an amount above zero.').waitFor();
    await dialog.getByLabel('Amount').fill('90.5');
    await dialog.getByRole('button', { name: 'Create transfer' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'There is no such account.' }).waitFor();
    await dialog.getByLabel('Destination account').fill(` ${other.id} `);
    await dialog.getByLabel('Reference').fill(HOSTILE);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByLabel('Key 1').fill('note');
    await dialog.getByLabel('Value 1').fill(HOSTILE);
    await dialog.getByRole('button', { name: 'Create transfer' }).dblclick();

    await page.waitForURL(/\/transfers\/trf_/);
    await statusIs(page, 'pending');
    await page.getByText('$90.50').first().waitFor();
    expect(await page.getByText(HOSTILE).count()).toBe(2);
    await page.getByText('transfer.created').waitFor();
    expect(await availableOf(api, owner)).toBe(950);
    await expectAccessibleInLightAndDark(page);
    await expectFitsPhone(page);
    await expectNoMarkupFrom(page);

    await page.getByRole('button', { name: 'Cancel transfer' }).click();
    const confirm = page.getByRole('dialog', { name: 'Cancel this transfer?' });
    await confirm.getByRole('button', { name: 'Cancel transfer' }).click();
    await statusIs(page, 'canceled');
    await page.getByText('transfer.canceled').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel transfer' }).count()).toBe(0);
    expect(await availableOf(api, owner)).toBe(10_000);
    await page.getByRole('link', { name: 'Open the transaction of this account' }).click();
    await page.waitForURL(/\/transactions\/txn_/);
    await statusIs(page, 'canceled');
    expect(browserErrors).toEqual([]);
  });

  it('are shown to the destination without the metadata, and cannot be canceled there', async () => {
    const [source, destination] = [await openAccount(api), await openAccount(api)];
    await addMoney(api, admin, source, 10_000);
    const id = await transfer(source, destination, {
      reference: HOSTILE,
      metadata: { secret: 'of the source' },
    });
    const { page } = await open(destination, '/transfers');
    const row = page.getByRole('row').filter({ hasText: 'Incoming' });
    await row.getByText(HOSTILE).waitFor();
    await expectAccessibleInLightAndDark(page);
    await expectFitsPhone(page);
    await expectNoMarkupFrom(page);
    await row.getByRole('link', { name: '$60.00' }).click();
    await page.getByText('To · This account').waitFor();
    await page.getByRole('link', { name: 'Open the transaction of this account' }).waitFor();
    expect(await page.getByText('of the source').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Cancel transfer|Settle/ }).count()).toBe(0);
    expectRefusal(
      await api.request('DELETE', `/v1/transfers/${id}`, { token: destination.token }),
      403,
      'forbidden',
    );
  });

  it('are only read by members, with filters and pages in the address', async () => {
    const [owner, other] = [await openAccount(api), await openAccount(api)];
    await addMoney(api, admin, owner, 10_000);
    const ids: string[] = [];
    for (let number = 1; number <= 27; number++)
      ids.push(await transfer(owner, other, { amount: number, reference: `number ${String(number)}` }));
    const [first = ''] = ids;
    await api.request('DELETE', `/v1/transfers/${first}`, { token: owner.token });
    const member = await addUser(api, owner.token);
    const { page } = await open(member, '/transfers');
    await page.getByText('number 27').waitFor();
    expect(await page.getByRole('button', { name: 'Create transfer' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    await page.getByText('number 2', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('number 27').waitFor();
    await page.getByLabel('Status').first().click();
    await page.getByRole('option', { name: 'Canceled' }).click();
    await page.waitForURL(/status=canceled/);
    await page.getByText('number 27').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '$0.01' }).click();
    await page.waitForURL(`**/transfers/${first}`);
    await page.goto(`${api.url}/console/transfers/${ids[1] ?? ''}`);
    await statusIs(page, 'pending');
    expect(await page.getByRole('button', { name: /Cancel transfer|Settle/ }).count()).toBe(0);
    const body = { from_account_id: owner.id, to_account_id: other.id, amount: 1, currency: 'USD' };
    expectRefusal(
      await api.request('POST', '/v1/transfers', { token: member.token, body }),
      403,
      'forbidden',
    );
  });

  it('are settled by an admin who acts for the account', async () => {
    const [owner, other] = [await openAccount(api), await openAccount(api)];
    await addMoney(api, admin, owner, 10_000);
    const [failed, succeeded] = [
      await transfer(owner, other),
      await transfer(owner, other, { amount: 2500 }),
    ];
    const { page, browserErrors } = await open(ADMIN, `/transfers/${failed}?account=${owner.id}`);
    await page.getByRole('button', { name: 'Settle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle this transfer' });
    await dialog.getByLabel('Failed').check();
    await dialog.getByLabel('Failure reason').fill('account frozen');
    await expectAccessibleInLightAndDark(page);
    await dialog.getByRole('button', { name: 'Settle' }).click();
    await statusIs(page, 'failed');
    await page.getByRole('cell', { name: 'account frozen' }).waitFor();
    expect(await availableOf(api, owner)).toBe(7500);

    await page.getByRole('link', { name: 'Transfers' }).click();
    await page.waitForURL(`**/transfers?account=${owner.id}`);
    await page.getByRole('link', { name: '$25.00' }).click();
    await page.getByRole('button', { name: 'Settle' }).click();
    await dialog.getByRole('button', { name: 'Settle' }).click();
    await statusIs(page, 'succeeded');
    expect(page.url()).toContain(succeeded);
    expect(await availableOf(api, other)).toBe(2500);

    await page.getByRole('link', { name: 'Transfers' }).click();
    await page.getByRole('button', { name: 'Create transfer' }).click();
    const creation = page.getByRole('dialog', { name: 'Create transfer' });
    await creation.getByText('Available: $75.00').waitFor();
    await creation.getByLabel('Destination account').fill(other.id);
    await creation.getByLabel('Amount').fill('5');
    await creation.getByLabel('Settle at once').check();
    await creation.getByRole('button', { name: 'Create transfer' }).click();
    await page.waitForURL(/\/transfers\/trf_/);
    await statusIs(page, 'succeeded');
    expect(await availableOf(api, other)).toBe(3000);
    expect(browserErrors).toEqual([]);
  });

  it('speak four languages', async () => {
    const owner = await openAccount(api);
    const { page } = await open(owner, '/transfers');
    for (const [language, title, create] of [
      ['Deutsch', 'Umbuchungen', 'Umbuchung erstellen'],
      ['Français', 'Virements internes', 'Créer un virement'],
      ['Español', 'Traspasos', 'Crear traspaso'],
      ['English', 'Transfers', 'Create transfer'],
    ] as const) {
      await page.getByRole('button', { name: /^(Sprache|Langue|Idioma|Language)$/ }).click();
      await page.getByRole('menuitem', { name: language }).click();
      await headingOne(page, title);
      await page.getByRole('button', { name: create }).waitFor();
    }
  });
});
