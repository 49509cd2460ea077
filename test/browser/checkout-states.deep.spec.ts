import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
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
import { checkAccessibility, overflows, payWith, visit } from './payment-page-driver.js';

const browser = useBrowser();

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi();
  account = await openAccount(api, { name: 'Teehaus & Söhne' });
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

const DEVICES: readonly [name: string, options: BrowserContextOptions][] = [
  ['desktop', { viewport: { width: 1024, height: 900 } }],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
];

interface Words {
  readonly declined: string;
  readonly paid: string;
  readonly failed: string;
  readonly canceled: string;
  readonly expired: string;
  readonly refunded: string;
}
const WORDS: Readonly<Record<string, Words>> = {
  en: {
    declined: 'Your card was declined',
    paid: 'Paid. Thank you!',
    failed: 'This request can no longer be paid',
    canceled: 'This request was canceled',
    expired: 'This request has expired',
    refunded: 'Refunded',
  },
  de: {
    declined: 'Ihre Karte wurde abgelehnt',
    paid: 'Bezahlt. Vielen Dank!',
    failed: 'Hier kann nicht mehr bezahlt werden',
    canceled: 'Diese Zahlungsaufforderung wurde zurückgezogen',
    expired: 'Diese Zahlungsaufforderung ist abgelaufen',
    refunded: 'Erstattet',
  },
  fr: {
    declined: 'Votre carte a été refusée',
    paid: 'Payé. Merci !',
    failed: 'Cette demande ne peut plus être payée',
    canceled: 'Cette demande a été annulée',
    expired: 'Cette demande a expiré',
    refunded: 'Remboursé',
  },
  ar: {
    declined: 'رُفضت بطاقتك',
    paid: 'تم الدفع. شكرًا لك!',
    failed: 'لم يعد من الممكن دفع هذا الطلب',
    canceled: 'أُلغي هذا الطلب',
    expired: 'انتهت صلاحية هذا الطلب',
    refunded: 'المبلغ المسترد',
  },
};

const order = (): Promise<Payment> =>
  requestPayment(api, account, {
    line_items: [{ name: 'Sencha, 100 g', quantity: 3, unit_amount: 2500 }],
    cancel_url: 'https://shop.example/cart',
  });

const refund = async ({ id }: Payment, amount: number): Promise<void> => {
  const options = { token: account.token, body: { amount } };
  expectStatus(await api.request('POST', `/v1/payments/${id}/refunds`, options), 201);
};

const plain = (text: string): string => text.replace(/\s/g, ' ');

describeInBrowser('a customer on each device and in each language', () => {
  const cases = DEVICES.flatMap(([device, options]) =>
    Object.entries(WORDS).map(([tag, words]) => [device, tag, words, options] as const),
  );

  it.each(cases)('on a %s in %s sees each state of the request', async (device, tag, words, options) => {
    const open = async ({ page: url }: Payment, path = ''): Promise<Page> =>
      (await visit(browser(), url + path, { ...options, locale: tag })).page;
    const check = async (page: Page, state: string): Promise<void> => {
      expect(await page.locator('html').getAttribute('lang')).toBe(tag);
      expect([state, await overflows(page)]).toEqual([state, false]);
      await checkAccessibility(page, `state-${state}-${device}-${tag}`);
    };
    const expectHeading = (page: Page, name: string): Promise<void> =>
      page.getByRole('heading', { name }).waitFor();

    const paid = await order();
    await submitCard(paid.page, cardOf(DECLINED));
    const declined = await open(paid);
    await expectHeading(declined, words.declined);
    await check(declined, 'declined');
    await payWith(declined, APPROVED);
    await expectHeading(declined, words.paid);

    await refund(paid, 2500);
    for (const path of ['', '/receipt']) {
      const page = await open(paid, path);
      const text = plain(await page.locator('main').innerText());
      expect(text).toContain(words.refunded);
      expect(text).toMatch(/25[.,]00|٢٥٫٠٠/);
      if (path !== '') expect(text).toMatch(/50[.,]00|٥٠٫٠٠/);
      await check(page, path === '' ? 'refunded' : 'receipt-refunded');
    }

    const [failed, canceled, expired] = [await order(), await order(), await order()];
    for (let count = 0; count < 5; count++) await submitCard(failed.page, cardOf(DECLINED));
    expectStatus(await asHolder(api, account, 'DELETE', `/v1/payments/${canceled.id}`), 200);
    await expirePayment(api, expired);
    for (const [state, payment] of Object.entries({ failed, canceled, expired })) {
      const page = await open(payment);
      await expectHeading(page, words[state as keyof Words]);
      expect(await page.locator('.return a').getAttribute('href')).toBe('https://shop.example/cart');
      await check(page, state);
    }
  });

  it('sees the whole amount refunded, and prints that receipt on one page, without JavaScript', async () => {
    const payment = await order();
    await submitCard(payment.page, cardOf(APPROVED));
    await refund(payment, 7500);
    const { page } = await visit(browser(), `${payment.page}/receipt`, { javaScriptEnabled: false });
    const text = plain(await page.locator('main').innerText());
    expect(text).toMatch(/Refunded\s+-\$75\.00/);
    expect(text).toMatch(/Total after refunds\s+\$0\.00/);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
});
