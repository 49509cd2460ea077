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

/** How far from the left the words stand in the first text below the element that has them all. */
const placesOf = (page: Page, below: string, words: readonly string[]): Promise<number[]> =>
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

const isFromRightToLeft = (places: readonly number[]): boolean =>
  places.every((place, index) => index === 0 || place < places[index - 1]!);

describeInBrowser('a name that is read from right to left', () => {
  const NAME = ['شركة', 'ABC', 'المحدودة'];
  const REFERENCE = ['فاتورة', '12-A', 'مارس'];
  let account: Holder;

  beforeAll(async () => {
    const settings = { currency: 'EGP', language: 'ar-EG', timezone: 'Africa/Cairo' };
    account = await openAccount(api, { name: NAME.join(' '), settings });
  });

  it('keeps the order of its words on a page that is read from left to right', async () => {
    const payment = await requestPayment(api, account, { currency: 'EGP', reference: REFERENCE.join(' ') });
    const { page } = await visit(browser(), payment.page);
    expect(isFromRightToLeft(await placesOf(page, 'h1', NAME))).toBe(true);
    expect(isFromRightToLeft(await placesOf(page, 'dl', REFERENCE))).toBe(true);
    await checkAccessibility(page, 'right-to-left');

    await payWith(page, APPROVED);
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    expect(await page.getByRole('status').innerText()).toContain(
      `to \u2068${NAME.join(' ')}\u2069 was received`,
    );
    await checkAccessibility(page, 'right-to-left-paid');
  });

  it('stands beside an amount in digits that go with the words', async () => {
    const payment = await requestPayment(api, account, { currency: 'EGP', amount: 123_456 });
    const { page } = await visit(browser(), payment.page);
    const text = (await page.locator('.amount').innerText()).replace(/\u00a0/g, ' ');
    expect(text).toBe('EGP 1,234.56');
  });
});

describeInBrowser('the page as its reader has it', () => {
  let account: Holder;

  beforeAll(async () => {
    account = await openAccount(api);
  });

  const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
    );

  it('shows the edge of its button in the colours of a reader who needs high contrast', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page, {
      forcedColors: 'active',
    });
    expect(await styleOf(page, 'button', 'border-top-style')).toBe('solid');
    expect(await styleOf(page, 'button', 'border-top-color')).not.toBe('rgba(0, 0, 0, 0)');
  });

  it('tells of a slip to those who listen, when they have left the field, and not with every key', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page);
    const problem = page.locator('#number-problem');
    expect(await problem.getAttribute('aria-live')).toBe('polite');
    expect(await styleOf(page, '#number-problem', 'display')).toBe('block');
    expect(await styleOf(page, '#number-problem', 'margin-top')).toBe('0px');
    await page.evaluate(`window.heard = [];
      new MutationObserver(([{ target }]) => heard.push(target.textContent))
        .observe(document.getElementById('number-problem'), { childList: true })`);
    await page.locator('#number').pressSequentially('4242');
    await page.keyboard.press('Tab');
    await page.locator('#number').pressSequentially('42424242');
    await page.locator('#number').pressSequentially('4242');
    expect(await page.evaluate('heard')).toEqual(['Check the card number. A digit is missing or wrong.', '']);
  });

  /** Over how many lines the amount is spread, above the form and on the button. */
  const linesOfAmount = (page: Page): Promise<number[]> =>
    page.evaluate<number[]>(`['.amount', 'button'].map((place) => {
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
  ])(
    'breaks no amount in two on a small phone: in %s and %s not even %d',
    async (language, currency, amount) => {
      const rich = await openAccount(api, { settings: { currency, language } });
      const payment = await requestPayment(api, rich, { currency, amount });
      const { page } = await visit(browser(), payment.page, { viewport: { width: 320, height: 568 } });
      expect(await linesOfAmount(page)).toEqual([1, 1]);

      // Nor for whoever has set the letters of the browser to twice their size.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } });
      await page.reload();
      expect(await styleOf(page, 'html', 'font-size')).toBe('32px');
      expect(await linesOfAmount(page)).toEqual([1, 1]);
      expect(await overflows(page)).toBe(false);
    },
  );

  it('has its fields in line, also where the label of one takes more lines', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page);
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y;
    const before = await topOf('#code');
    await page.evaluate(`document.querySelector('label[for=code]').append(' of the card'.repeat(4))`);
    expect(await topOf('#code')).toBeGreaterThan(before!);
    expect(await topOf('#expiry')).toBe(await topOf('#code'));
    expect(await topOf('#expiry-hint')).toBe(await topOf('#code-hint'));
  });

  it('is printed in dark ink, also for whoever reads the screen in the dark', async () => {
    const { page } = await visit(browser(), (await requestPayment(api, account)).page);
    const inLight = await styleOf(page, 'h1', 'color');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await styleOf(page, 'h1', 'color')).not.toBe(inLight);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await styleOf(page, 'h1', 'color')).toBe(inLight);
  });

  it('lets a customer whose card was not sent after all press the button again', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    await page.clock.install();
    await page.reload();
    await typeCard(page, aTypedCard(APPROVED));
    // An answer without a page leaves the browser where it is, as stopping it does.
    await page.route(payment.page, (route) => route.fulfill({ status: 204 }), { times: 1 });
    await page.locator('button').click();
    expect(await page.locator('button').innerText()).toBe('Paying …');
    await page.clock.runFor(25_000);
    expect(await page.locator('button').innerText()).toBe('Pay $75.00');
    await page.locator('button').click();
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
  });

  it('sends nothing without a connection, says so, and keeps what was typed until there is one', async () => {
    const payment = await requestPayment(api, account);
    // A name of this machine that does not say so.
    const { page } = await visit(browser(), payment.page.replace('127.0.0.1', 'pay.localhost'));
    await typeCard(page, aTypedCard(APPROVED));
    await page.context().setOffline(true);
    await page.locator('button').click();
    expect(await page.locator('[aria-live=assertive]').innerText()).toMatch(/^You are offline/);
    expect(await page.locator('button').innerText()).toBe('Pay $75.00');
    await checkAccessibility(page, 'offline');

    await page.context().setOffline(false);
    await page.waitForFunction('document.querySelector("[aria-live=assertive]").textContent === ""');
    await page.locator('button').click();
    await page.getByText('Visa ending in 4242').waitFor();
  });

  it('believes whoever presses again that there is a connection, whatever the browser thinks', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page.replace('127.0.0.1', 'pay.localhost'));
    await page.evaluate(`Object.defineProperty(navigator, 'onLine', { get: () => false })`);
    await typeCard(page, aTypedCard(APPROVED));
    await page.locator('button').click();
    expect(await page.locator('[aria-live=assertive]').innerText()).toMatch(/^You are offline/);
    await page.locator('button').click();
    await page.getByText('Visa ending in 4242').waitFor();
  });

  it('says by itself that the time is over, without sending what was typed once more', async () => {
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page);
    let sent = 0;
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
    await page.clock.install();
    // Whoever is faster than the script finds its slips on the page that answers the form.
    await page.evaluate(`document.querySelector('form').submit()`);
    await page.getByText('Please check the fields below.').waitFor();
    await expirePayment(api, payment);
    await page.clock.fastForward('24:00:00');
    await page.clock.runFor(2_000);
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
    expect(sent).toBe(1);
  });

  it.each([
    ['keyboard in Arabic', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '١٢/٣٩', '١٢٣'],
    ['keyboard in Japanese', '４２４２４２４２４２４２４２４２', '１２３９', '１２３'],
    ['browser that fills in the year first', '4242424242424242', '2039-12', '123'],
  ])('reads a card that comes from a %s, with a script and without', async (_, number, expiry, code) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await visit(browser(), (await requestPayment(api, account)).page, {
        javaScriptEnabled,
      });
      await page.locator('#number').pressSequentially(number);
      await page.locator('#expiry').fill(expiry);
      await page.locator('#code').fill(code);
      await page.locator('button').click();
      await page.getByText('Visa ending in 4242').waitFor();
    }
  });
});
