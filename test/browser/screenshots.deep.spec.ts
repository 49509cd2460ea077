import { afterAll, beforeAll, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { addUser, expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import { linkOf } from '../support/password-resets.js';
import {
  APPROVED,
  asHolder,
  cardOf,
  DECLINED,
  expirePayment,
  type Payment,
  requestPayment,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { visit } from './payment-page-driver.js';
import { takeScreenshot } from './screenshot.js';

const browser = useBrowser();

let api: RunningApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describeInBrowser('the screenshots of the checkout', () => {
  let account: Holder;

  beforeAll(async () => {
    account = await openAccount(api, {
      name: 'Teehaus Ada',
      settings: {
        timezone: 'Europe/Vienna',
        branding: {
          color: '#7a1f5c',
          support_email: 'help@teehaus.example',
          website: 'https://teehaus.example',
        },
      },
    });
  });

  const order = () =>
    requestPayment(api, account, {
      reference: undefined,
      description: 'Order A-1001',
      line_items: [
        { name: 'Sencha, 100 g', quantity: 2, unit_amount: 3000 },
        { name: 'Teacup', quantity: 1, unit_amount: 1500 },
      ],
      success_url: 'https://teehaus.example/thanks',
      cancel_url: 'https://teehaus.example/cart',
    });

  const open = async (payment: Payment, options: BrowserContextOptions = {}, path = ''): Promise<Page> =>
    (await visit(browser(), payment.page + path, { ...PHONE, ...options })).page;

  it.each([
    ['checkout', {}],
    ['checkout-dark', { colorScheme: 'dark' }],
    ['checkout-arabic', { locale: 'ar' }],
  ] as const)('show the form: %s', async (name, options) => {
    await takeScreenshot(await open(await order(), options), name, true);
  });

  it('show a declined, a failed, a canceled and an expired request', async () => {
    const [declined, failed, canceled, expired] = [
      await order(),
      await order(),
      await order(),
      await order(),
    ];
    await submitCard(declined.page, cardOf(DECLINED));
    for (let count = 0; count < 5; count++) await submitCard(failed.page, cardOf(DECLINED));
    expectStatus(await asHolder(api, account, 'DELETE', `/v1/payments/${canceled.id}`), 200);
    await expirePayment(api, expired);
    for (const [name, payment] of Object.entries({ declined, failed, canceled, expired }))
      await takeScreenshot(await open(payment), `checkout-${name}`, true);
  });

  it('show a paid request, its receipt and a refund', async () => {
    const payment = await order();
    await submitCard(payment.page, cardOf(APPROVED));
    await takeScreenshot(await open(payment), 'checkout-paid', true);
    await takeScreenshot(await open(payment, {}, '/receipt'), 'checkout-receipt', true);
    const refund = { token: account.token, body: { amount: 1500 } };
    expectStatus(await api.request('POST', `/v1/payments/${payment.id}/refunds`, refund), 201);
    await takeScreenshot(await open(payment), 'checkout-refunded', true);
  });
});

describeInBrowser('the screenshot of the password reset', () => {
  it('shows the form', async () => {
    const { email } = await addUser(api);
    const { page } = await visit(browser(), (await linkOf(api, email)).page, PHONE);
    await takeScreenshot(page, 'password-reset', true);
  });
});

describeInBrowser('the screenshots of the README', () => {
  it('show the payment page', async () => {
    const account = await openAccount(api, { name: 'Ada Ltd' });
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page, { viewport: { width: 760, height: 820 } });
    await page.getByText('$75.00').first().waitFor();
    await takeScreenshot(page, 'payment-page');
  });

  it('show the API reference', async () => {
    const { page } = await visit(browser(), `${api.url}/docs#tag/payment-requests/POST/v1/payments`, {
      viewport: { width: 1120, height: 680 },
    });
    await page.getByRole('heading', { name: 'Create a payment request' }).waitFor();
    // Removes the focus outline.
    await page.evaluate('document.activeElement.blur()');
    await takeScreenshot(page, 'api-reference');
  });
});
