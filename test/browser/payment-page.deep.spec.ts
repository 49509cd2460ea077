import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import {
  addProcessorHooks,
  APPROVED,
  asHolder,
  availableOf,
  PROCESSOR_ERROR,
  chargedFor,
  DECLINED,
  expectPaidOnce,
  expirePayment,
  NO_FUNDS,
  requestPayment,
  statusOf,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import {
  aTypedCard,
  headingOf,
  checkAccessibility,
  overflows,
  payWith,
  typeCard,
  visit,
} from './payment-page-driver.js';

const browser = useBrowser();

let api: RunningApi;
let account: Holder;
/** The service awaits it before it charges a card. */
let charging: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  api = await startApi();
  addProcessorHooks(api, { beforeCharge: () => charging() });
  account = await openAccount(api, { name: 'Ada & Söhne <Ltd>' });
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

describeInBrowser('a customer at the payment page', () => {
  it('sees merchant, amount, reference and expiry, pays with the keyboard only, and is charged once', async () => {
    const payment = await requestPayment(api, account);
    const before = await availableOf(api, account);
    const { page, requests, browserErrors } = await visit(browser(), payment.page);
    const text = await page.locator('main').innerText();
    for (const part of ['Ada & Söhne <Ltd>', '$75.00', 'INV-2026-014', 'in 23 hours'])
      expect(text).toContain(part);
    await checkAccessibility(page, 'payable');

    for (const typed of ['4242424242424242', '1239', '123']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    expect(await page.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.locator('[data-brand]').innerText()).toBe('Visa');
    expect(await page.locator('#expiry').inputValue()).toBe('12 / 39');
    await checkAccessibility(page, 'filled');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    const receipt = await page.locator('.state dl').innerText();
    expect(receipt).toContain('Visa ending in 4242');
    expect(receipt).toMatch(/Paid on\s+\w{3} \d+, \d{4}, \d+:\d\d\s[AP]M UTC/);
    await checkAccessibility(page, 'paid');
    await expectPaidOnce(api, account, payment);
    expect(await availableOf(api, account)).toBe(before + 7500);

    // Neither reload nor back pays again or shows the card.
    await page.reload();
    await page.goBack();
    expect(await headingOf(page)).toContain('Paid. Thank you!');
    expect(await availableOf(api, account)).toBe(before + 7500);
    expect(browserErrors).toEqual([]);
    expect(requests.filter((address) => !address.startsWith(api.url))).toEqual([]);
  });

  it('sees that the card was declined or has insufficient funds, and pays with another card', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    await payWith(page, DECLINED);
    await page.getByRole('heading', { name: 'Your card was declined' }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('ending in 0002');
    expect(await page.getByRole('alert').innerText()).toContain('Attempts left: 4');
    expect(await page.locator('#number').inputValue()).toBe('');
    await checkAccessibility(page, 'declined');

    await payWith(page, NO_FUNDS);
    await page.getByText('The card ending in 9995 has insufficient funds').waitFor();
    await payWith(page, PROCESSOR_ERROR);
    await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor();
    await checkAccessibility(page, 'not-charged');
    expect(await statusOf(api, account, payment.id)).toBe('pending');

    await payWith(page, APPROVED);
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await expectPaidOnce(api, account, payment);
  });

  it('cannot pay after five declined cards', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    for (let tries = 4; tries > 0; tries--) {
      await payWith(page, DECLINED);
      await page.getByText(`Attempts left: ${tries}`).waitFor();
    }
    await payWith(page, DECLINED);
    await page.getByRole('heading', { name: 'This request can no longer be paid' }).waitFor();
    await checkAccessibility(page, 'failed');
    expect(await page.locator('form').count()).toBe(0);
    expect(await statusOf(api, account, payment.id)).toBe('failed');
    expect(await chargedFor(api.databaseUrl, payment.id)).toBe(0);
  });

  it('sees errors beside the fields before anything is sent', async () => {
    const payment = await requestPayment(api, account);
    const { page, requests } = await visit(browser(), payment.page);
    await page.locator('button[type=submit]').click();
    expect(await page.locator('.problem').allInnerTexts()).toEqual([
      'Enter the card number.',
      'Enter the expiry date.',
      'Enter the security code.',
    ]);
    expect(await page.evaluate('document.activeElement.id')).toBe('number');
    await checkAccessibility(page, 'empty');

    await typeCard(page, { number: '4242424242424241', expiry: '0120', code: '12' });
    await page.keyboard.press('Enter');
    expect(await page.locator('.problem').allInnerTexts()).toEqual([
      'Check the card number. A digit is missing or wrong.',
      'This card has expired. Use another one.',
      'The security code has 3 digits, or 4 on American Express.',
    ]);
    await checkAccessibility(page, 'errors');
    expect(requests.filter((address) => address === payment.page)).toHaveLength(1);

    await page.locator('#number').fill('4242 4242 4242 4242');
    expect(await page.locator('#number-problem').innerText()).toBe('');
    expect(await page.locator('#number').getAttribute('aria-invalid')).toBe(null);
  });

  it('sees an American Express number grouped as on the card, and enters a code of four digits', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    await typeCard(page, { number: '378282246310005', expiry: '4/39', code: '123' });
    expect(await page.locator('#number').inputValue()).toBe('3782 822463 10005');
    await page.locator('#code').blur();
    expect(await page.locator('#code-problem').innerText()).not.toBe('');
    await page.locator('#code').pressSequentially('4');
    await page.keyboard.press('Enter');
    await page.getByText('American Express ending in 0005').waitFor();
  });

  it('sees the brand beside the number once it is certain', async () => {
    const payment = await requestPayment(api, account);
    const { page, browserErrors } = await visit(browser(), payment.page);
    const shown = [];
    for (const digits of ['601', '6011', '6759', '8100', '9999']) {
      await page.locator('#number').fill(digits);
      shown.push(await page.locator('[data-brand]').innerText());
    }
    expect(shown).toEqual(['', 'Discover', 'Maestro', 'UnionPay', '']);
    expect(browserErrors).toEqual([]);
  });

  it('can pay although the clock of the device is wrong by years', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    await page.clock.install({ time: new Date('2045-01-01T00:00:00Z') });
    await page.reload();
    await typeCard(page, aTypedCard(APPROVED));
    await page.clock.runFor(10_000);
    expect(await page.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.locator('.left').innerText()).toBe('in 23 hours');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
  });

  it('sees that a request was canceled or has expired while the page was open', async () => {
    const canceled = await requestPayment(api, account);
    const { page } = await visit(browser(), canceled.page);
    expectStatus(await asHolder(api, account, 'DELETE', `/v1/payments/${canceled.id}`), 200);
    await payWith(page, APPROVED);
    await page.getByRole('heading', { name: 'This request was canceled' }).waitFor();
    await checkAccessibility(page, 'canceled');
    expect(await chargedFor(api.databaseUrl, canceled.id)).toBe(0);

    const expired = await requestPayment(api, account);
    await page.goto(expired.page);
    await expirePayment(api, expired);
    await payWith(page, APPROVED);
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
    await checkAccessibility(page, 'expired');
    expect(await chargedFor(api.databaseUrl, expired.id)).toBe(0);

    await page.goto(`${api.url}/pay/${'x'.repeat(32)}`);
    expect(await headingOf(page)).toEqual(['Payment request not found']);
    await checkAccessibility(page, 'unknown');
  });

  it('pays once from two tabs, and both show it', async () => {
    const payment = await requestPayment(api, account);
    const tabs = [await visit(browser(), payment.page), await visit(browser(), payment.page)];
    for (const { page } of tabs) await typeCard(page, aTypedCard(APPROVED));
    // Holds the charge until the waiting page was checked.
    let charge: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (charge = resolve));
    charging = () => released;
    const clicks = tabs.map(({ page }) => page.locator('button[type=submit]').click({ noWaitAfter: true }));
    await Promise.all(clicks);
    const waiting = await Promise.race(
      tabs.map(async ({ page }) => {
        await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor();
        return page;
      }),
    );
    await checkAccessibility(waiting, 'processing').finally(() => {
      charging = () => Promise.resolve();
      charge();
    });
    for (const { page } of tabs) await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await expectPaidOnce(api, account, payment);
  });

  it('sends the form once, however often the button is pressed', async () => {
    const payment = await requestPayment(api, account);
    const { page, requests } = await visit(browser(), payment.page);
    await typeCard(page, aTypedCard(APPROVED));
    charging = () => new Promise((resolve) => setTimeout(resolve, 700));
    const label = await page.evaluate(`(() => {
      const button = document.querySelector('button[type=submit]');
      for (let press = 0; press < 3; press++) button.click();
      return button.textContent;
    })()`);
    expect(label).toBe('Paying …');
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    charging = () => Promise.resolve();
    // The page, the form, and the page again.
    expect(requests.filter((address) => address === payment.page)).toHaveLength(3);
  });

  it('needs no JavaScript: errors are shown beside the fields, and the payment succeeds', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page, { javaScriptEnabled: false });
    await page.locator('#number').fill('4242 4242 4242 4241');
    await page.locator('#expiry').fill('12/39');
    await page.locator('#code').fill('123');
    await page.locator('button[type=submit]').click();
    await page.getByText('Check the card number.').waitFor();
    expect(await page.locator('#number').inputValue()).toBe('');
    expect(await page.locator('#expiry').inputValue()).toBe('12/39');
    expect(await page.locator('#number').getAttribute('aria-invalid')).toBe('true');
    expect(await page.title()).toMatch(/^Please check the fields below\. · /);
    expect(await page.locator(':focus').getAttribute('id')).toBe('number');

    await page.locator('#number').fill('4242424242424242');
    await page.locator('#code').fill('123');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await expectPaidOnce(api, account, payment);
  });

  it('sees the whole page on a small phone, in German', async () => {
    const german = await openAccount(api, {
      name: 'Bäckerei Grünwald-Schmidthuber & Töchter',
      settings: { currency: 'EUR', language: 'de-AT', timezone: 'Europe/Vienna' },
    });
    const payment = await requestPayment(api, german, { currency: 'EUR', amount: 123_456_789 });
    const phone = {
      locale: 'de-AT',
      viewport: { width: 320, height: 568 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    };
    const { page } = await visit(browser(), payment.page, phone);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect((await page.locator('.amount').innerText()).replace(/\s/g, ' ')).toBe('€ 1.234.567,89');
    expect(await overflows(page)).toBe(false);
    await checkAccessibility(page, 'phone');
    for (const control of await page.locator('input, button[type=submit]').all()) {
      expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    await payWith(page, APPROVED);
    await page.getByRole('heading', { name: 'Bezahlt. Vielen Dank!' }).waitFor();
    expect(await overflows(page)).toBe(false);
    await checkAccessibility(page, 'phone-paid');
  });

  it.each([
    ['fr', 'JPY', 7500, '7 500 JPY', 'Payer 7 500 JPY'],
    ['es', 'KWD', 7500, '7,500 KWD', 'Pagar 7,500 KWD'],
    ['ja', 'JPY', 7500, '\uffe57,500', 'Pay \uffe57,500'],
    ['it', 'KWD', 1234, 'KWD 1.234', 'Pay KWD 1.234'],
    ['pt-BR', 'BRL', 1234, 'R$ 12,34', 'Pay R$ 12,34'],
    ['es-MX', 'MXN', 1_234_567, '$12,345.67', 'Pagar $12,345.67'],
  ])('sees amounts in %s with the decimals of %s', async (language, currency, amount, shown, button) => {
    const foreign = await openAccount(api, { settings: { currency, language } });
    const payment = await requestPayment(api, foreign, { currency, amount });
    const { page } = await visit(browser(), payment.page, { locale: language });
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
    expect(plain(await page.locator('.amount').innerText())).toBe(shown);
    expect(plain(await page.locator('button[type=submit]').innerText())).toBe(button);
    await checkAccessibility(page, `language-${language}`);
  });
});
