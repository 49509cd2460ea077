import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { aPng } from '../../libs/accounts/src/testing/images.js';
import { expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import {
  APPROVED,
  asHolder,
  DECLINED,
  expectPaidOnce,
  expirePayment,
  type Payment,
  requestPayment,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import {
  checkAccessibility,
  overflows,
  payWith,
  typeCard,
  aTypedCard,
  visit,
} from './payment-page-driver.js';

const browser = useBrowser();

let api: RunningApi;
let account: Holder;
let shop: Server;
let shopUrl: string;
/** The paths that the shop was asked for, with the Referer. */
const visits: string[] = [];

beforeAll(async () => {
  shop = createServer((request, response) => {
    if (request.url !== '/favicon.ico') visits.push(`${request.url} ${request.headers.referer ?? '-'}`);
    response.setHeader('content-type', 'text/html').end('<title>The shop</title><h1>The shop</h1>');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  api = await startApi();
  account = await openAccount(api, {
    name: 'Teehaus & Söhne',
    settings: {
      timezone: 'Europe/Vienna',
      branding: {
        color: '#7a1f5c',
        logo: aPng(160, 80, [122, 31, 92]).toString('base64'),
        support_email: 'help@teehaus.example',
        website: 'https://teehaus.example',
      },
    },
  });
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
  shop.close();
});

const DEVICES: readonly [name: string, options: BrowserContextOptions][] = [
  ['desktop', { viewport: { width: 1024, height: 900 } }],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
];
const LANGUAGES: readonly [tag: string, paid: string, show: string, cancel: string, total: string][] = [
  ['en', 'Paid. Thank you!', 'Show receipt', 'Cancel', 'Total'],
  ['de', 'Bezahlt. Vielen Dank!', 'Quittung anzeigen', 'Abbrechen', 'Summe'],
  ['fr', 'Payé. Merci !', 'Afficher le reçu', 'Annuler', 'Total'],
  ['ar', 'تم الدفع. شكرًا لك!', 'عرض الإيصال', 'إلغاء', 'الإجمالي'],
  ['he', 'התשלום התקבל. תודה!', 'הצגת הקבלה', 'ביטול', 'סך הכול'],
];

const ITEMS = [
  { name: 'Sencha, 100 g', quantity: 2, unit_amount: 3000 },
  { name: 'Teacup „Grüße“ <b>', quantity: 1, unit_amount: 1500 },
];

const order = (change: Record<string, unknown> = {}): Promise<Payment> =>
  requestPayment(api, account, {
    description: 'Order A-1001',
    line_items: ITEMS,
    success_url: `${shopUrl}/thanks?payment={PAYMENT_ID}`,
    cancel_url: `${shopUrl}/cart`,
    ...change,
  });

const pagesOf = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
};

/** The page of the shop is reached by the Refresh header or by a click. */
const arrive = (page: Page): Promise<void> => page.getByRole('heading', { name: 'The shop' }).waitFor();

describeInBrowser('a customer of a shop', () => {
  const cases = DEVICES.flatMap(([device, options]) =>
    LANGUAGES.map((language) => [device, ...language, options] as const),
  );

  it.each(cases)('pays on a %s in %s and returns to the shop', async (device, tag, ...rest) => {
    const [paid, show, cancel, total, options] = rest;
    const payment = await order();
    const { page, browserErrors } = await visit(browser(), payment.page, { ...options, locale: tag });
    expect(await page.locator('html').getAttribute('lang')).toBe(tag);
    const isRightToLeft = tag === 'ar' || tag === 'he';
    expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe(
      isRightToLeft ? 'rtl' : 'ltr',
    );
    const text = await page.locator('main').innerText();
    for (const part of ['Teehaus & Söhne', 'Order A-1001', 'Sencha, 100 g', '<b>', 'help@teehaus.example'])
      expect(text).toContain(part);
    expect(await page.getByRole('link', { name: cancel }).getAttribute('href')).toBe(`${shopUrl}/cart`);
    expect(
      await page.evaluate(`(() => { const logo = document.querySelector('img.logo');
        return [logo.complete, logo.naturalWidth]; })()`),
    ).toEqual([true, 160]);
    expect(await overflows(page)).toBe(false);
    await checkAccessibility(page, `checkout-${device}-${tag}`);

    await payWith(page, APPROVED);
    await page.getByRole('heading', { name: paid }).waitFor();
    expect(await overflows(page)).toBe(false);
    // The receipt does not lead away.
    await page.getByRole('link', { name: show }).click();
    await page.locator('.receipt').waitFor();
    const receipt = await page.locator('main').innerText();
    for (const part of ['Teehaus & Söhne', 'Visa', '4242', payment.id, total, 'Sencha, 100 g'])
      expect(receipt).toContain(part);
    expect(await overflows(page)).toBe(false);
    await checkAccessibility(page, `receipt-${device}-${tag}`);
    expect(await pagesOf(page)).toBe(1);
    await page.goBack();
    await arrive(page);
    expect(page.url()).toBe(`${shopUrl}/thanks?payment=${payment.id}`);
    expect(visits.at(-1)).toBe(`/thanks?payment=${payment.id} -`);
    expect(browserErrors).toEqual([]);
    await expectPaidOnce(api, account, payment);
  });

  it('returns at once with the button, and after five seconds without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const payment = await order();
      const { page } = await visit(browser(), payment.page, { javaScriptEnabled });
      await page.locator('#number').fill(APPROVED);
      await page.locator('#expiry').fill('12/39');
      await page.locator('#code').fill('123');
      await page.locator('button[type=submit]').click();
      const back = page.getByRole('link', { name: 'Return to' });
      await back.waitFor();
      const before = Date.now();
      if (javaScriptEnabled) await back.click();
      await arrive(page);
      if (!javaScriptEnabled) expect(Date.now() - before).toBeGreaterThan(3_000);
      expect(page.url()).toBe(`${shopUrl}/thanks?payment=${payment.id}`);
    }
  });

  it('pays, opens the receipt and returns with the keyboard only', async () => {
    const { page } = await visit(browser(), (await order()).page);
    // Without the automatic return after five seconds, in which a busy machine presses only a few keys.
    await page.route('**/pay/**', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const { refresh: _, ...headers } = response.headers();
      return route.fulfill({ response, headers });
    });
    const tabTo = async (locator: string): Promise<void> => {
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(locator)})`)) return;
      }
      throw new Error(`${locator} cannot be reached with the keyboard.`);
    };
    for (const [field, typed] of [
      ['#number', APPROVED.replaceAll(' ', '')],
      ['#expiry', '1239'],
      ['#code', '123'],
    ] as const) {
      await tabTo(field);
      await page.keyboard.type(typed);
    }
    await tabTo('button[type=submit]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await page.reload();
    await tabTo('a[href$=receipt]');
    await page.keyboard.press('Enter');
    await page.locator('.receipt').waitFor();
    await tabTo('.actions a');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await tabTo('.return a');
    await page.keyboard.press('Enter');
    await arrive(page);
  });

  it('can cancel, which leads to the shop and leaves the request open', async () => {
    const payment = await order();
    const { page } = await visit(browser(), payment.page);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await arrive(page);
    expect(page.url()).toBe(`${shopUrl}/cart`);
    const { body } = await asHolder(api, account, 'GET', `/v1/payments/${payment.id}`);
    expect(body.status).toBe('pending');
  });

  it('keeps the chosen language after a declined card and a reload', async () => {
    const { page } = await visit(browser(), `${(await order()).page}?lang=de`);
    await payWith(page, DECLINED);
    await page.getByRole('heading', { name: 'Ihre Karte wurde abgelehnt' }).waitFor();
    await checkAccessibility(page, 'checkout-declined');
    await payWith(page, APPROVED);
    await page.getByRole('link', { name: 'Quittung anzeigen' }).click();
    await page.getByRole('heading', { name: 'Quittung' }).waitFor();
    expect(page.url()).toMatch(/\/receipt\?lang=de$/);
  });

  it('finds the way back from a canceled and an expired request, which are not red', async () => {
    const [canceled, expired] = [await order(), await order()];
    expectStatus(await asHolder(api, account, 'DELETE', `/v1/payments/${canceled.id}`), 200);
    await expirePayment(api, expired);
    for (const [name, { page: url }] of Object.entries({ canceled, expired })) {
      const { page } = await visit(browser(), url);
      const back = page.getByRole('link', { name: 'Return to' });
      expect(await back.getAttribute('href')).toBe(`${shopUrl}/cart`);
      expect(await page.locator('.mark-stop').count()).toBe(0);
      await checkAccessibility(page, `checkout-${name}`);
    }
  });

  it('can copy the test card, and sees it as text without JavaScript', async () => {
    const payment = await order();
    const { page } = await visit(browser(), payment.page, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(APPROVED);

    const plain = await visit(browser(), payment.page, { javaScriptEnabled: false });
    expect(await plain.page.getByText(`Test mode: use ${APPROVED}`).isVisible()).toBe(true);
    expect(await plain.page.locator('.copy').isVisible()).toBe(false);
  });

  it('prints a receipt of fifty items on one page', async () => {
    const line_items = Array.from({ length: 50 }, (_, index) => ({
      name: `Article ${index + 1} of a long order, in a box`,
      quantity: 1,
      unit_amount: 150,
    }));
    const payment = await order({ line_items, success_url: null });
    const { page } = await visit(browser(), payment.page);
    expect(await page.getByText('Article 50 of').isVisible()).toBe(false);
    await page.getByText('Items: 50').click();
    expect(await page.getByText('Article 50 of').isVisible()).toBe(true);
    await checkAccessibility(page, 'checkout-many');
    await typeCard(page, aTypedCard(APPROVED));
    await page.locator('button[type=submit]').click();
    await page.getByRole('link', { name: 'Show receipt' }).click();
    await page.locator('.receipt').waitFor();
    expect(await pagesOf(page)).toBe(1);
  });

  it('sees buttons in the color of the business', async () => {
    const { page } = await visit(browser(), (await order()).page);
    const color = () =>
      page.evaluate(`(({ backgroundColor, color }) => [backgroundColor, color])(
        getComputedStyle(document.querySelector('button[type=submit]')))`);
    expect(await color()).toEqual(['rgb(122, 31, 92)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await color()).toEqual(['rgb(122, 31, 92)', 'rgb(255, 255, 255)']);
  });
});
