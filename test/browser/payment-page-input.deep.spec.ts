import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Holder, openAccount } from '../support/account-holders.js';
import { requestPayment } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { visit } from './payment-page-driver.js';

const browser = useBrowser();

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi();
  account = await openAccount(api);
});

afterAll(() => api.stop());

const openForm = async (options = {}): Promise<Page> =>
  (await visit(browser(), (await requestPayment(api, account)).page, options)).page;

/** The value of the expiry field after these keys (`<` is Backspace), and its error message. */
async function typeExpiry(page: Page, keys: string): Promise<[string, string]> {
  const input = page.locator('#expiry');
  for (const key of keys) await input.press(key === '<' ? 'Backspace' : key);
  const value = await input.inputValue();
  await input.blur();
  return [value, await page.locator('#expiry-problem').innerText()];
}

describeInBrowser('a customer who types a card', () => {
  it.each([
    ['1239', '12 / 39'],
    ['12/39', '12 / 39'],
    ['12 39', '12 / 39'],
    ['122039', '12 / 2039'],
    ['539', '05 / 39'],
    ['5/39', '5/39'],
    ['1238<9', '12 / 39'],
    ['1238<<<<39', '12 / 39'],
    ['1138<<<<<<239', '12 / 39'],
  ])('can type the expiry as %s', async (keys, shown) => {
    expect(await typeExpiry(await openForm(), keys)).toEqual([shown, '']);
  });

  it.each(['1339', '00/39', '12039', '13/39'])('gets an error for the expiry %s', async (keys) => {
    const [, problem] = await typeExpiry(await openForm(), keys);
    expect(problem).toBe('Enter the expiry date as month and year, such as 04 / 29.');
  });
});

describeInBrowser('a customer who types the code before the number', () => {
  it('gets an error for a long code until the number is an American Express one', async () => {
    const page = await openForm();
    await page.locator('#code').pressSequentially('1234');
    await page.locator('#number').pressSequentially('3');
    const problem = page.locator('#code-problem');
    expect(await problem.innerText()).toBe('The security code has 3 digits, or 4 on American Express.');
    await page.locator('#number').pressSequentially('78282246310005');
    expect(await problem.innerText()).toBe('');
    expect(await page.locator('#code').getAttribute('aria-invalid')).toBe(null);
  });
});

describeInBrowser('a customer who pastes a card', () => {
  it.each([
    '4242 4242 4242 4242',
    '4242 - 4242 - 4242 - 4242',
    '   4242 4242 4242 4242   ',
    'Card number: 4242 4242 4242 4242',
  ])('gets all digits of %j', async (pasted) => {
    const page = await openForm();
    await page.locator('#number').focus();
    await page.keyboard.insertText(pasted);
    expect(await page.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
  });

  it('can pay with it, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await openForm({ javaScriptEnabled });
      for (const [field, pasted] of [
        ['number', ' 4242 – 4242 – 4242 – 4242 '],
        ['expiry', '  12 / 2039  '],
        ['code', ' 123 '],
      ] as const) {
        await page.locator(`#${field}`).focus();
        await page.keyboard.insertText(pasted);
      }
      await page.locator('button[type=submit]').click();
      await page.getByText('Visa ending in 4242').waitFor();
    }
  });
});
