import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aPng } from '../../libs/accounts/src/testing/images.js';
import { addUser, type Holder, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { requestPayment } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { alertOf, HOSTILE } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';
import { overflows } from './payment-page-driver.js';

const PHONE = { viewport: { width: 375, height: 700 } };

const browser = useBrowser();
let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});

afterAll(async () => {
  await api.stop();
});

const brandingOf = async ({ token }: Holder): Promise<Fields> =>
  (await api.request<{ settings: { branding: Fields } }>('GET', '/v1/account', { token })).body.settings
    .branding;

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

describeInBrowser('branding in the console', () => {
  const colorOf = (page: Page, text: string): Promise<string> =>
    page.evaluate<string>(
      `getComputedStyle([...document.querySelectorAll('div, button')]
        .find((element) => element.textContent.trim() === ${JSON.stringify(text)})).backgroundColor`,
    );

  it('is previewed while it is typed, and then seen on payment pages', async () => {
    const owner = await openAccount(api, { name: 'Teehaus Ada' });
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/branding');
    const preview = section(page, 'Preview');
    await preview.getByText('TA', { exact: true }).waitFor();
    await page.getByLabel('Color', { exact: true }).fill('#7a1c5b');
    expect(await colorOf(page, 'Pay $75.00')).toBe('rgb(122, 28, 91)');
    await page.getByLabel('Support email').fill('help@teehaus.example');
    await page.getByLabel('Website').fill('https://teehaus.example');
    await preview.getByText('help@teehaus.example').waitFor();
    await preview.getByText('teehaus.example', { exact: true }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: aPng() });
    await preview.locator('img[src^="data:image/png"]').waitFor();
    await press(page, 'Save');
    await alertOf(page, 'Saved');
    await preview.locator('img[src*="/pay/logos/"]').waitFor();
    expect(await brandingOf(owner)).toMatchObject({
      color: '#7a1c5b',
      support_email: 'help@teehaus.example',
      website: 'https://teehaus.example/',
      logo_url: expect.stringContaining('/pay/logos/'),
    });
    await expectAccessibleInLightAndDark(page);

    const { page: address } = await requestPayment(api, owner);
    const paymentPage = await browser().newPage();
    await paymentPage.goto(address);
    expect(await colorOf(paymentPage, 'Pay $75.00')).toBe('rgb(122, 28, 91)');
    expect(await paymentPage.evaluate('document.querySelector("img.logo").naturalWidth')).toBe(64);
    await paymentPage.getByRole('link', { name: 'help@teehaus.example' }).waitFor();
    await paymentPage.close();

    await press(page, 'Remove the logo');
    await page.getByLabel('Color', { exact: true }).fill('');
    await press(page, 'Save');
    await preview.getByText('TA', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Upload a logo' }).waitFor();
    await until('the logo is removed', async () => {
      const branding = await brandingOf(owner);
      return branding['color'] === null && branding['logo_url'] === null;
    });
    expect(browserErrors).toEqual([]);
  });

  it('is refused with a reason: a light color, a large or wrong logo, a website with another scheme', async () => {
    const owner = await openAccount(api);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/branding', PHONE);
    const upload = (name: string, buffer: Buffer): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
    await upload('large.png', Buffer.alloc(64 * 1024 + 1));
    await alertOf(page, 'The file is larger than 64 KiB.');
    await upload('page.png', Buffer.from(HOSTILE));
    await alertOf(page, 'This is not a PNG or JPEG image');
    await upload('huge.png', aPng(2_049, 1));
    await alertOf(page, '2,048 × 2,048');
    await page.getByLabel('Color', { exact: true }).fill('#ffeb3b');
    await press(page, 'Save');
    await alertOf(page, 'contrast of 4.5:1');
    await page.getByLabel('Color', { exact: true }).fill('');
    await page.getByLabel('Website').fill('javascript:alert(1)');
    await press(page, 'Save');
    await alertOf(page, 'website');
    await expectAccessibleInLightAndDark(page);
    expect(await overflows(page)).toBe(false);
    expect(await brandingOf(owner)).toEqual({
      color: null,
      logo_url: null,
      support_email: null,
      website: null,
    });
    expect(browserErrors).toEqual([]);
  });

  it('is shown to members, who cannot change it', async () => {
    const owner = await openAccount(api, { name: HOSTILE });
    const settings = { branding: { color: '#0f5c4a' } };
    await api.request('PATCH', '/v1/account', { token: owner.token, body: { settings } });
    const member = await addUser(api, owner.token);
    const { page, browserErrors } = await signInToConsole(browser(), api, member, '/branding');
    await section(page, 'Preview').getByText(HOSTILE).waitFor();
    await section(page, 'Appearance').getByText('#0f5c4a').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByLabel('Color', { exact: true }).count()).toBe(0);
    await page.getByText('Dark', { exact: true }).click();
    await expectAccessibleInLightAndDark(page);
    expect(browserErrors).toEqual([]);
  });
});
