import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectStatus, type Holder, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import { type Payment, REFUNDS_FAIL } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { amountIn, aPaidPayment, button } from './console-payments-suite.js';
import { alertOf, statusIs } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';

const browser = useBrowser();
let api: RunningApi;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  owner = await openAccount(api);
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

const openPayment = async (payment: Payment) =>
  signInToConsole(browser(), api, owner, `/payments/${payment.id}`);

describeInBrowser('refunds in the console', () => {
  it('show why a refund failed, and offer the amount again', async () => {
    const payment = await aPaidPayment(api, owner, REFUNDS_FAIL);
    const { page, browserErrors } = await openPayment(payment);
    await button(page, 'Refund').click();
    const dialog = page.getByRole('dialog', { name: 'Refund payment' });
    await expectAccessibleInLightAndDark(page);
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await alertOf(page, '$75.00 could not be refunded: The card processor refused the refund.');
    await page.getByRole('table', { name: 'Refunds' }).getByText('The card processor refused').waitFor();
    await statusIs(page, 'failed');
    await button(page, 'Refund').click();
    expect(await amountIn(dialog).inputValue()).toBe('75.00');
    await amountIn(dialog).fill('0');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText('Enter an amount above zero.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
  });

  it('show the API’s reason if another refund came first', async () => {
    const payment = await aPaidPayment(api, owner);
    const { page } = await openPayment(payment);
    await button(page, 'Refund').click();
    const body = { amount: 7000 };
    const { token } = owner;
    expectStatus(await api.request('POST', `/v1/payments/${payment.id}/refunds`, { token, body }), 201);
    const dialog = page.getByRole('dialog', { name: 'Refund payment' });
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByRole('alert').filter({ hasText: '5.00 USD left to refund' }).waitFor();
  });

  it('follow a refund that is pending at first', async () => {
    const payment = await aPaidPayment(api, owner);
    const { page } = await openPayment(payment);
    let answers = 0;
    const pending = (refund: Fields): Fields => ({ ...refund, status: 'pending' });
    await page.route(`**/v1/payments/${payment.id}/refunds*`, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as Fields;
      if (json.object === 'list' && (answers += 1) > 1) return route.fulfill({ response, json });
      const data = json.object === 'list' ? { data: (json.data as Fields[]).map(pending) } : pending(json);
      await route.fulfill({ response, json: { ...json, ...data } });
    });
    await button(page, 'Refund').click();
    const dialog = page.getByRole('dialog', { name: 'Refund payment' });
    await amountIn(dialog).fill('10');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await alertOf(page, 'It is pending until the card processor answers.');
    const row = page.getByRole('table', { name: 'Refunds' }).getByRole('row').last();
    await row.getByText('Pending').waitFor();
    await row.getByText('Succeeded').waitFor();
    const events = page.getByLabel('Timeline');
    await events.getByText('refund.succeeded').first().waitFor();
    await events.getByText('Customer').first().waitFor();
    await page.goto(`${api.url}/console/transactions`);
    await page.getByRole('link', { name: payment.id }).first().waitFor();
    await page.getByRole('link', { name: '−$10.00' }).first().waitFor();
    expect(answers).toBeGreaterThan(1);
  });
});
