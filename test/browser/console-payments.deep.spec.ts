import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  ADMIN,
  addUser,
  expectStatus,
  type Holder,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import {
  APPROVED,
  asHolder,
  cardOf,
  DECLINED,
  type Payment,
  requestPayment,
  statusOf,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { isFocused, pressOn, tabTo, typeInto } from './console-keyboard.js';
import { amountIn, aPaidPayment, button, refundsOf } from './console-payments-suite.js';
import { alertOf, HOSTILE, statusIs } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';
import { overflows, payWith, visit } from './payment-page-driver.js';

const CLOSING = '"><script>alert(2)</script>';

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

const openPayment = async (payment: Payment, user: { email: string } = owner) =>
  signInToConsole(browser(), api, user, `/payments/${payment.id}`);

describeInBrowser('payments in the console', () => {
  it('are created with the keyboard alone, paid by the customer, and refunded with the keyboard alone', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/payments');
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Create payment' }).first());
    await page.getByRole('heading', { level: 1, name: 'Create payment' }).waitFor();
    await typeInto(page, page.getByLabel('Customer email'), 'grace@example.com');
    await typeInto(page, page.getByLabel('Description'), `Order 1 ${HOSTILE}`);
    await typeInto(page, page.getByLabel('Reference'), CLOSING);
    await tabTo(page, page.getByLabel('Can be paid for'));
    await page.keyboard.type('7 d');
    await tabTo(page, page.getByRole('radio', { name: 'One amount' }));
    await page.keyboard.press('ArrowRight');
    const item = (number: number) => page.getByRole('group', { name: `Item ${String(number)}` });
    await typeInto(page, item(1).getByLabel('Name'), CLOSING);
    await typeInto(page, item(1).getByLabel('Quantity'), '2');
    await typeInto(page, item(1).getByLabel('Unit price'), '30.00');
    await pressOn(page, button(page, 'Add item'));
    expect(await isFocused(page, item(2).getByLabel('Name'))).toBe(true);
    await typeInto(page, item(2).getByLabel('Name'), HOSTILE);
    await typeInto(page, item(2).getByLabel('Unit price'), '15');
    await page.getByRole('status').filter({ hasText: '$75.00' }).waitFor();
    await typeInto(page, page.getByLabel('Page after the payment'), 'https://shop.example/{PAYMENT_ID}');
    await pressOn(page, button(page, 'Create payment'));
    await page.waitForURL(/\/console\/payments\/pay_/);
    const id = page.url().split('/').at(-1) ?? '';
    const created = (await asHolder(api, owner, 'GET', `/v1/payments/${id}`)).body;
    expect(created).toMatchObject({
      amount: 7500,
      customer_email: 'grace@example.com',
      description: `Order 1 ${HOSTILE}`,
      reference: CLOSING,
      line_items: [
        { name: CLOSING, quantity: 2, unit_amount: 3000 },
        { name: HOSTILE, quantity: 1, unit_amount: 1500 },
      ],
      success_url: 'https://shop.example/{PAYMENT_ID}',
    });
    const lifetime = Date.parse(created.expires_at as string) - Date.parse(created.created_at as string);
    expect(Math.round(lifetime / 3_600_000)).toBe(7 * 24);

    await page.getByRole('heading', { level: 1, name: '$75.00' }).waitFor();
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
    const text = await page.locator('main').innerText();
    for (const part of [HOSTILE, CLOSING, created.payment_url as string]) expect(text).toContain(part);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await pressOn(page, button(page, 'Copy: Payment link'));
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(created.payment_url);
    await expectAccessibleInLightAndDark(page);

    const customer = await visit(browser(), api.url + new URL(created.payment_url as string).pathname);
    await payWith(customer.page, APPROVED);
    await customer.page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    // The console notices it by itself.
    await statusIs(page, 'succeeded');
    await page.getByText('Visa ending in 4242').first().waitFor();
    await page.getByText('payment_request.succeeded').waitFor();
    expect(await page.getByRole('img', { name: 'QR code of the payment link' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Open receipt' }).getAttribute('href')).toBe(
      `${created.payment_url as string}/receipt`,
    );

    await pressOn(page, button(page, 'Refund'));
    const dialog = page.getByRole('dialog', { name: 'Refund payment' });
    expect(await amountIn(dialog).inputValue()).toBe('75.00');
    await typeInto(page, amountIn(dialog), '75.01');
    await page.keyboard.press('Enter');
    await dialog.getByText('At most $75.00.').waitFor();
    await typeInto(page, amountIn(dialog), '20');
    await typeInto(page, dialog.getByLabel('Reason'), HOSTILE);
    await pressOn(page, dialog.getByRole('button', { name: 'Refund' }));
    await alertOf(page, '$20.00 refunded.');
    await page.getByText('Partly refunded').waitFor();
    await pressOn(page, button(page, 'Refund'));
    expect(await amountIn(dialog).inputValue()).toBe('55.00');
    await tabTo(page, amountIn(dialog));
    await page.keyboard.press('Enter');
    await alertOf(page, '$55.00 refunded.');
    await button(page, 'Refund').waitFor({ state: 'detached' });
    const rows = page.getByRole('table', { name: 'Refunds' }).getByRole('row');
    expect(await rows.count()).toBe(3);
    expect(await rows.last().innerText()).toContain(HOSTILE);
    expect(await refundsOf(api, owner, id)).toMatchObject([
      { amount: 5500, status: 'succeeded', reason: null },
      { amount: 2000, status: 'succeeded', reason: HOSTILE },
    ]);
    await expectAccessibleInLightAndDark(page);
    expect(browserErrors).toEqual([]);
  });

  it('show what is missing in the form, and the reason if the API refuses', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/payments/new');
    await button(page, 'Create payment').click();
    await page.getByText('Enter an email address.').waitFor();
    await page.getByText('Enter an amount above zero.').waitFor();
    expect(await isFocused(page, page.getByLabel('Customer email'))).toBe(true);
    await page.getByLabel('Page after “Cancel”').fill('javascript:alert(1)');
    await page.getByText('Line items', { exact: true }).click();
    await button(page, 'Create payment').click();
    await page.getByText('Enter an address that begins with https://.').waitFor();
    await page.getByText('Enter a name.').waitFor();
    await expectAccessibleInLightAndDark(page);

    await page.getByText('One amount', { exact: true }).click();
    await page.getByLabel('Page after “Cancel”').fill('');
    await page.getByLabel('Customer email').fill('grace@example.com');
    await page.getByText('Enter an email address.').waitFor({ state: 'detached' });
    await amountIn(page).fill('12.50');
    await page.getByLabel('Reference').fill('a\u202eb');
    await button(page, 'Create payment').click();
    await page.getByRole('alert').filter({ hasText: 'reference' }).waitFor();
    await page.getByLabel('Reference').fill('ab');
    await button(page, 'Create payment').click();
    await page.getByRole('heading', { level: 1, name: '$12.50' }).waitFor();
    expect(browserErrors).toEqual([]);
  });

  it('create one payment if the answer is lost, with the same time to expire', async () => {
    const { page } = await signInToConsole(browser(), api, owner, '/payments/new');
    const reference = 'lost answer';
    let isLost = false;
    await page.route('**/v1/payments', async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.fulfill({ status: 504, json: { error: 'unavailable', message: 'The answer is lost.' } });
    });
    await page.getByLabel('Customer email').fill('grace@example.com');
    await amountIn(page).fill('3');
    await page.getByLabel('Reference').fill(reference);
    await page.getByLabel('Can be paid for').selectOption('3 days');
    await button(page, 'Create payment').click();
    await Promise.race([
      page.waitForURL(/\/payments\/pay_/),
      page.getByRole('alert').filter({ hasText: 'The answer is lost.' }).waitFor(),
    ]);
    if (!page.url().includes('pay_')) await button(page, 'Create payment').click();
    await page.waitForURL(/\/payments\/pay_/);
    const path = `/v1/payments?reference=${encodeURIComponent(reference)}`;
    expect((await asHolder(api, owner, 'GET', path)).body.data).toHaveLength(1);
  });

  it('show each card that the customer tried', async () => {
    const payment = await requestPayment(api, owner);
    const { page } = await openPayment(payment);
    await submitCard(payment.page, cardOf(DECLINED));
    const attempts = page.getByRole('table', { name: 'Attempts to pay' });
    await attempts.getByText('Visa ending in 0002: Card declined').waitFor();
    await submitCard(payment.page, cardOf('5555 5555 5555 4444'));
    await statusIs(page, 'succeeded');
    await attempts.getByText('Mastercard ending in 4444').waitFor();
    expect(await attempts.getByRole('row').count()).toBe(3);
    await page.getByRole('link', { name: /^txn_/ }).click();
    await page.waitForURL(/\/transactions\/txn_/);
  });

  it('are canceled once, after a confirmation', async () => {
    const payment = await requestPayment(api, owner);
    const { page } = await openPayment(payment);
    await button(page, 'Cancel payment').click();
    const dialog = page.getByRole('dialog', { name: 'Cancel payment' });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(await statusOf(api, owner, payment.id)).toBe('pending');
    await button(page, 'Cancel payment').click();
    await expectAccessibleInLightAndDark(page);
    await dialog.getByRole('button', { name: 'Cancel payment' }).click();
    await alertOf(page, 'The payment is canceled.');
    await statusIs(page, 'canceled');
    await page.getByText('Canceled by the account').waitFor();
    for (const name of ['Cancel payment', 'Send by email', 'Refund'])
      expect(await button(page, name).count()).toBe(0);

    const paid = await requestPayment(api, owner);
    const other = await openPayment(paid);
    await button(other.page, 'Cancel payment').click();
    await submitCard(paid.page, cardOf(APPROVED));
    await other.page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
    await other.page.getByRole('alert').filter({ hasText: 'has already succeeded' }).waitFor();
  });

  it('are sent by email once an hour', async () => {
    const payment = await requestPayment(api, owner);
    const { page } = await openPayment(payment);
    const dialog = page.getByRole('dialog', { name: 'Send by email' });
    await button(page, 'Send by email').click();
    await dialog.getByText('grace@example.com').waitFor();
    await dialog.getByRole('button', { name: 'Send by email' }).click();
    await alertOf(page, 'The payment link will be sent to grace@example.com.');
    await button(page, 'Send by email').click();
    await dialog.getByRole('button', { name: 'Send by email' }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /hour|again/i })
      .waitFor();
  });

  it('let a member create and cancel, but not refund', async () => {
    const member = await addUser(api, owner.token);
    const payment = await aPaidPayment(api, owner);
    const { page } = await openPayment(payment, member);
    await page.getByText('Visa ending in 4242').first().waitFor();
    expect(await button(page, 'Refund').count()).toBe(0);
    const refused = await api.request('POST', `/v1/payments/${payment.id}/refunds`, {
      token: member.token,
      body: {},
    });
    expect(refused.status).toBe(403);
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await page.getByRole('main').getByRole('link', { name: 'Create payment' }).click();
    // The list has a field of the same name.
    await page.getByRole('heading', { level: 1, name: 'Create payment' }).waitFor();
    await page.getByLabel('Customer email').fill('grace@example.com');
    await amountIn(page).fill('1');
    await page.getByLabel('Send the payment link').check();
    await button(page, 'Create payment').click();
    await page.getByText('Yes, when it was created').waitFor();
    await button(page, 'Cancel payment').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
    await statusIs(page, 'canceled');
  });

  it('are listed with filters and pages, and explained while there are none', async () => {
    const other = await openAccount(api);
    const { page, browserErrors } = await signInToConsole(browser(), api, other, '/payments');
    await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
    await expectAccessibleInLightAndDark(page);
    for (let number = 1; number <= 27; number += 1)
      await requestPayment(api, other, {
        reference: `INV-${String(number)}`,
        customer_email: number === 3 ? 'ada@example.com' : 'grace@example.com',
        description: number === 27 ? HOSTILE : undefined,
      });
    await page.reload();
    const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row');
    await rows.nth(25).waitFor();
    expect(await rows.nth(1).innerText()).toContain(HOSTILE);
    await expectAccessibleInLightAndDark(page);
    await button(page, 'Older').click();
    await rows.nth(25).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(3);
    await page.getByLabel('Reference').fill('INV-7');
    await page.waitForURL(/reference=INV-7/);
    await rows.filter({ hasText: 'INV-7' }).waitFor();
    await button(page, 'Clear filters').click();
    await page.getByLabel('Customer email').fill('ada@');
    await page.getByText('Enter the whole email address').waitFor();
    await page.getByLabel('Customer email').fill('ada@example.com');
    await until('the list has one payment', async () => (await rows.count()) === 2);
    expect(await rows.nth(1).innerText()).toContain('INV-3');
    await rows.nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: '$75.00' }).waitFor();
    await page.goto(`${api.url}/console/payments?status=failed`);
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(browserErrors).toEqual([]);
  });

  it('are those of the account that an admin acts for', async () => {
    const payment = await aPaidPayment(api, owner);
    const { page } = await signInToConsole(browser(), api, ADMIN, '/payments');
    await page.getByRole('heading', { name: 'Choose an account first.' }).waitFor();
    await page.goto(`${api.url}/console/payments?account=${owner.id}`);
    await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().click();
    await page.waitForURL(`**/payments/${payment.id}?account=${owner.id}`);
    await button(page, 'Refund').click();
    await amountIn(page.getByRole('dialog')).fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await alertOf(page, '$1.00 refunded.');
    await page.goto(`${api.url}/console/payments/new?account=${owner.id}`);
    await page.getByLabel('Customer email').fill('grace@example.com');
    await amountIn(page).fill('1');
    await button(page, 'Create payment').click();
    await page.waitForURL(new RegExp(`/payments/pay_.*account=${owner.id}`));
  });

  it('fit a phone, and say what is not found', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
    const payment = await aPaidPayment(api, owner, APPROVED, {
      description: long,
      reference: long,
      line_items: [{ name: long, quantity: 1, unit_amount: 7500 }],
      metadata: { [long.slice(0, 40)]: long },
    });
    const pending = await requestPayment(api, owner, { description: long });
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/payments', {
      viewport: { width: 375, height: 700 },
    });
    await page.evaluate("localStorage.setItem('florin.language', 'de')");
    const { token } = owner;
    const body = { amount: 100, reason: long };
    expectStatus(await api.request('POST', `/v1/payments/${payment.id}/refunds`, { token, body }), 201);
    for (const path of ['', '/new', `/${payment.id}`, `/${pending.id}`]) {
      await page.goto(`${api.url}/console/payments${path}`);
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect({ path, overflows: await overflows(page) }).toEqual({ path, overflows: false });
      await expectAccessibleInLightAndDark(page);
    }
    await page.goto(`${api.url}/console/payments/pay_01k9zxv3s8e7qv5m2c4w6y8h0j`);
    await page.getByRole('alert').getByRole('link', { name: 'Zur Liste' }).click();
    await page.waitForURL('**/console/payments');
    expect(browserErrors).toEqual([]);
  });
});
