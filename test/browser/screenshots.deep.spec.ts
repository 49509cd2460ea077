import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAccount } from '../support/account-holders.js';
import { requestPayment } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { visit } from './payment-page-driver.js';

/** `npm run screenshots` sets it to docs/images. */
const FOLDER = process.env['SCREENSHOTS'] ?? join(process.cwd(), 'test-results', 'screenshots');
const MAX_BYTES = 150 * 1024;

const browser = useBrowser();

let api: RunningApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

async function take(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, name);
  await page.screenshot({ path });
  expect(statSync(path).size).toBeLessThanOrEqual(MAX_BYTES);
}

describeInBrowser('the screenshots of the README', () => {
  it('show the payment page', async () => {
    const account = await openAccount(api, { name: 'Ada Ltd' });
    const payment = await requestPayment(api, account);
    const { page } = await visit(browser(), payment.page, { viewport: { width: 760, height: 820 } });
    await page.getByText('$75.00').first().waitFor();
    await take(page, 'payment-page.png');
  });

  it('show the API reference', async () => {
    const { page } = await visit(browser(), `${api.url}/docs#tag/payment-requests/POST/v1/payments`, {
      viewport: { width: 1120, height: 680 },
    });
    await page.getByRole('heading', { name: 'Create a payment request' }).waitFor();
    // Removes the focus outline.
    await page.evaluate('document.activeElement.blur()');
    await take(page, 'api-reference.png');
  });
});
