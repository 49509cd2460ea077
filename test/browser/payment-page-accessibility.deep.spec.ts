import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MAX_AMOUNT } from '@florin/kernel';
import type { Page } from 'playwright-core';
import { type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import { APPROVED, expirePayment, requestPayment } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import {
  aTypedCard,
  checkAccessibility,
  overflows,
  payWith,
  typeCard,
  visit,
} from './payment-page-driver.js';

const browser = useBrowser();

let api: RunningApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

/** The left offsets of words in the first text node below an element that contains them all. */
const offsetsOf = (page: Page, below: string, words: readonly string[]): Promise<number[]> =>
  page.evaluate<number[]>(`((below, words) => {
    const walker = document.createTreeWalker(document.querySelector(below), NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && !words.every((word) => walker.currentNode.data.includes(word)));
    return words.map((word) => {
      const range = document.createRange();
      const start = walker.currentNode.data.indexOf(word);
      range.setStart(walker.currentNode, start);
      range.setEnd(walker.currentNode, start + word.length);
      return range.getBoundingClientRect().left;
    });
  })(${JSON.stringify(below)}, ${JSON.stringify(words)})`);

const isFromRightToLeft = (offsets: readonly number[]): boolean =>
  offsets.every((offset, index) => index === 0 || offset < offsets[index - 1]!);

describeInBrowser('a right-to-left name', () => {
  const NAME = ['شركة', 'ABC', 'المحدودة'];
  const REFERENCE = ['فاتورة', '12-A', 'مارس'];
  let account: Holder;

  beforeAll(async () => {
    const settings = { currency: 'EGP', language: 'ar-EG', timezone: 'Africa/Cairo' };
    account = await openAccount(api, { name: NAME.join(' '), settings });
  });

  it('keeps the order of its words on a left-to-right page', async () => {
    const payment = await requestPayment(api, account, { currency: 'EGP', reference: REFERENCE.join(' ') });
    const { page } = await visit(browser(), payment.page);
    expect(isFromRightToLeft(await offsetsOf(page, 'h1', NAME))).toBe(true);
    expect(isFromRightToLeft(await offsetsOf(page, 'dl', REFERENCE))).toBe(true);
    await checkAccessibility(page, 'right-to-left');

    await payWith(page, APPROVED);
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    expect(await page.getByRole('status').innerText()).toContain(
      `to \u2068${NAME.join(' ')}\u2069 was received`,
    );
    await checkAccessibility(page, 'right-to-left-paid');
  });

  it('is shown with the amount in the digits of the page’s language', async () => {
    const payment = await requestPayment(api, account, { currency: 'EGP', amount: 123_456 });
    const { page } = await visit(browser(), payment.page);
    const text = (await page.locator('.amount').innerText()).replace(/\u00a0/g, ' ');
    expect(text).toBe('EGP 1,234.56');
  });
});

describeInBrowser('the page with the reader’s settings', () => {
  let account: Holder;

  beforeAll(async () => {
    account = await openAccount(api);
  });

  const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
    );

  it('shows the border of its button in high-contrast mode', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page, {
      forcedColors: 'active',
    });
    expect(await styleOf(page, 'button[type=submit]', 'border-top-style')).toBe('solid');
    expect(await styleOf(page, 'button[type=submit]', 'border-top-color')).not.toBe('rgba(0, 0, 0, 0)');
  });

  it('announces an error to screen readers when the field loses focus, not on every key', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page);
    const problem = page.locator('#number-problem');
    expect(await problem.getAttribute('aria-live')).toBe('polite');
    expect(await styleOf(page, '#number-problem', 'display')).toBe('block');
    expect(await styleOf(page, '#number-problem', 'margin-top')).toBe('0px');
    await page.evaluate(`window.announced = [];
      new MutationObserver(([{ target }]) => announced.push(target.textContent))
        .observe(document.getElementById('number-problem'), { childList: true })`);
    await page.locator('#number').pressSequentially('4242');
    await page.keyboard.press('Tab');
    await page.locator('#number').pressSequentially('42424242');
    await page.locator('#number').pressSequentially('4242');
    expect(await page.evaluate('announced')).toEqual([
      'Check the card number. A digit is missing or wrong.',
      '',
    ]);
  });

  /** The number of lines of the amount, above the form and on the button. */
  const linesOfAmount = (page: Page): Promise<number[]> =>
    page.evaluate<number[]>(`['.amount', 'button[type=submit]'].map((place) => {
      const amount = document.querySelector('.amount').firstChild.data.trim();
      const text = document.querySelector(place).firstChild;
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(amount));
      range.setEnd(text, text.data.indexOf(amount) + amount.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    })`);

  it.each([
    ['es', 'KWD', MAX_AMOUNT],
    ['fr', 'USD', MAX_AMOUNT],
    ['de-CH', 'JPY', MAX_AMOUNT],
    ['de', 'EUR', 123_456_789],
    ['en', 'USD', 1_234_567],
  ])('does not wrap the amount on a small phone: %s, %s, %d', async (language, currency, amount) => {
    const merchant = await openAccount(api, { settings: { currency, language } });
    const payment = await requestPayment(api, merchant, { currency, amount });
    const viewport = { width: 320, height: 568 };
    const { page } = await visit(browser(), payment.page, { viewport, locale: language });
    expect(await linesOfAmount(page)).toEqual([1, 1]);

    // Nor with the font size of the browser doubled.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } });
    await page.reload();
    expect(await styleOf(page, 'html', 'font-size')).toBe('32px');
    expect(await linesOfAmount(page)).toEqual([1, 1]);
    expect(await overflows(page)).toBe(false);
  });

  it('aligns its fields, also when one label has more lines', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page);
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y;
    const before = await topOf('#code');
    await page.evaluate(`document.querySelector('label[for=code]').append(' of the card'.repeat(4))`);
    expect(await topOf('#code')).toBeGreaterThan(before!);
    expect(await topOf('#expiry')).toBe(await topOf('#code'));
    expect(await topOf('#expiry-hint')).toBe(await topOf('#code-hint'));
  });

  it('is printed in dark text, also in dark mode', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page);
    const inLight = await styleOf(page, 'h1', 'color');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await styleOf(page, 'h1', 'color')).not.toBe(inLight);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await styleOf(page, 'h1', 'color')).toBe(inLight);
  });

  it('enables the button again if the card was not sent', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    await page.clock.install();
    await page.reload();
    await typeCard(page, aTypedCard(APPROVED));
    // 204 leaves the browser on the page, as stopping the request does.
    await page.route(payment.page, (route) => route.fulfill({ status: 204 }), { times: 1 });
    await page.locator('button[type=submit]').click();
    expect(await page.locator('button[type=submit]').innerText()).toBe('Paying …');
    await page.clock.runFor(25_000);
    expect(await page.locator('button[type=submit]').innerText()).toBe('Pay $75.00');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
  });

  it('sends nothing while offline, shows a message, and keeps the input', async () => {
    const payment = await requestPayment(api, account);
    // The page assumes a connection on 127.0.0.1, so this uses another name of localhost.
    const { page } = await visit(browser(), payment.page.replace('127.0.0.1', 'pay.localhost'));
    await typeCard(page, aTypedCard(APPROVED));
    await page.context().setOffline(true);
    await page.locator('button[type=submit]').click();
    expect(await page.locator('[aria-live=assertive]').innerText()).toMatch(/^You are offline/);
    expect(await page.locator('button[type=submit]').innerText()).toBe('Pay $75.00');
    await checkAccessibility(page, 'offline');

    await page.context().setOffline(false);
    await page.waitForFunction('document.querySelector("[aria-live=assertive]").textContent === ""');
    await page.locator('button[type=submit]').click();
    await page.getByText('Visa ending in 4242').waitFor();
  });

  it('sends on the second click although the browser reports offline', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page.replace('127.0.0.1', 'pay.localhost'));
    await page.evaluate(`Object.defineProperty(navigator, 'onLine', { get: () => false })`);
    await typeCard(page, aTypedCard(APPROVED));
    await page.locator('button[type=submit]').click();
    expect(await page.locator('[aria-live=assertive]').innerText()).toMatch(/^You are offline/);
    await page.locator('button[type=submit]').click();
    await page.getByText('Visa ending in 4242').waitFor();
  });

  it('shows the expiry without a reload by the customer, and does not send the form again', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    let sent = 0;
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
    await page.clock.install();
    // Submits without the script's validation, so that the server returns the page with errors.
    await page.evaluate(`document.querySelector('form').submit()`);
    await page.getByText('Please check the fields below.').waitFor();
    await expirePayment(api, payment);
    await page.clock.fastForward('24:00:00');
    await page.clock.runFor(2_000);
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
    expect(sent).toBe(1);
  });

  it.each([
    ['keyboard with Arabic digits', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '١٢/٣٩', '١٢٣'],
    ['keyboard with full-width digits', '４２４２４２４２４２４２４２４２', '１２３９', '１２３'],
    ['browser that autofills the year first', '4242424242424242', '2039-12', '123'],
  ])('accepts a card from a %s, with and without JavaScript', async (_, number, expiry, code) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await visit(browser(), (await requestPayment(api, account)).page, {
        javaScriptEnabled,
      });
      await page.locator('#number').pressSequentially(number);
      await page.locator('#expiry').fill(expiry);
      await page.locator('#code').fill(code);
      await page.locator('button[type=submit]').click();
      await page.getByText('Visa ending in 4242').waitFor();
    }
  });
});
