import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { accessibilityViolations, isSerious, visit } from './payment-page-driver.js';

const WIDE = { viewport: { width: 1280, height: 900 } };

const browser = useBrowser();

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: { PUBLIC_URL: 'https://florin.example' } });
});

afterAll(() => api.stop());

/** Follows the links of the side navigation to an operation. */
async function openOperation(page: Page, tag: string, summary: string): Promise<void> {
  const sidebar = page.getByRole('complementary');
  const link = sidebar.getByRole('link', { name: `${summary} HTTP Method` });
  const group = sidebar.getByRole('button', { name: `Open Group - ${tag}`, exact: true });
  await sidebar.getByRole('link', { name: tag, exact: true }).waitFor();
  if (await group.isVisible()) await group.click();
  await link.click();
  await page.getByRole('heading', { name: summary, exact: true }).waitFor();
}

/** Sends the test request of an operation as its form is filled in, and returns the status and the body. */
async function sendTestRequest(page: Page, operation: string): Promise<string> {
  await page.getByRole('button', { name: `Test Request (${operation})` }).click();
  const form = page.getByRole('dialog', { name: 'API Client' });
  await form.getByRole('button', { name: /^Send \w+ request to/ }).click();
  await form
    .getByText(/^\s*[1-5]\d\d [A-Z]/)
    .first()
    .waitFor();
  const response = await form.innerText();
  await page.keyboard.press('Escape');
  return response;
}

const backgroundOf = (page: Page): Promise<string> =>
  page.evaluate('getComputedStyle(document.querySelector("main")).backgroundColor');

describeInBrowser('the API reference at /docs', () => {
  it('has a navigation, descriptions and code samples, and loads nothing from another host', async () => {
    const { page, requests, browserErrors } = await visit(browser(), `${api.url}/docs`);
    await openOperation(page, 'Payment requests', 'Create a payment request');
    const operation = page.getByRole('region', { name: 'Create a payment request', exact: true });
    expect(await operation.innerText()).toContain('Send the payment_url of the response to the customer');
    const sample = await operation.locator('pre').first().innerText();
    expect(sample).toContain(`curl ${api.url}/v1/payments`);
    // Optional parameters are listed, but are not part of the sample.
    expect(await operation.getByText('Idempotency-Key', { exact: true }).count()).toBeGreaterThan(0);
    expect(sample).not.toContain('Idempotency-Key');

    expect(requests.filter((url) => !url.startsWith(`${api.url}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(browserErrors).toEqual([]);
  });

  it('finds operations by search', async () => {
    const { page } = await visit(browser(), `${api.url}/docs`);
    await page.getByRole('button', { name: /^Open Search/ }).click();
    await page.getByRole('combobox', { name: 'Enter search query' }).fill('settle');
    await page.getByRole('option', { name: /Operation: Settle a pending transaction/ }).waitFor();
    expect(await accessibilityViolations(page, isSerious)).toEqual([]);
    await page.getByRole('option', { name: /Operation: Settle a pending transaction/ }).click();
    await page.getByRole('heading', { name: 'Settle a pending transaction' }).waitFor();
  });

  it('has a light and a dark mode, and starts in that of the system', async () => {
    for (const [colorScheme, shown] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(15, 15, 15)'],
    ] as const) {
      const { page } = await visit(browser(), `${api.url}/docs`, { colorScheme });
      const other = page.getByRole('button', {
        name: colorScheme === 'dark' ? 'Set light mode' : 'Set dark mode',
      });
      await other.waitFor();
      expect(await backgroundOf(page)).toBe(shown);
      await other.click();
      await other.waitFor({ state: 'detached' });
      expect(await backgroundOf(page)).not.toBe(shown);
    }
  });

  it.each(['light', 'dark'] as const)(
    'has no serious accessibility violation in %s mode',
    async (colorScheme) => {
      const { page } = await visit(browser(), `${api.url}/docs`, { colorScheme });
      await openOperation(page, 'Payment requests', 'Create a payment request');
      expect(await accessibilityViolations(page, isSerious)).toEqual([]);
      await page.getByRole('button', { name: 'Test Request (post /v1/payments)' }).click();
      await page.getByRole('button', { name: /^Send post request to/ }).waitFor();
      expect(await accessibilityViolations(page, isSerious)).toEqual([]);
    },
  );

  it('sends test requests to the URL that it was opened at, whatever PUBLIC_URL is', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const address = `http://${host}:${new URL(api.url).port}`;
      const { page, requests, browserErrors } = await visit(browser(), `${address}/docs`, WIDE);
      await openOperation(page, 'Operations', 'Check liveness');
      expect(await sendTestRequest(page, 'get /health/live')).toContain('200 OK');
      expect(requests).toContain(`${address}/health/live`);
      expect(browserErrors).toEqual([]);
    }
  });

  it('creates an account, logs in and reads the account with the examples in its forms', async () => {
    const { page } = await visit(browser(), `${api.url}/docs`, WIDE);
    await openOperation(page, 'Accounts', 'Create an account');
    expect(await sendTestRequest(page, 'post /v1/accounts')).toContain('201 Created');
    await openOperation(page, 'Sessions', 'Log in');
    const loggedIn = await sendTestRequest(page, 'post /v1/auth/login');
    const [, token = ''] = /"access_token":\s*"([^"]+)"/.exec(loggedIn) ?? [];
    await page.getByRole('textbox', { name: 'Bearer Token' }).first().fill(token);
    await openOperation(page, 'Accounts', 'Retrieve the account');
    expect(await sendTestRequest(page, 'get /v1/account')).toContain('200 OK');
  });

  it('fits the screen of a phone, and opens with a query in its URL', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { page, browserErrors } = await visit(browser(), `${api.url}/docs/?from=mail`, phone);
    await page.getByRole('heading', { name: 'Florin', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.clientWidth')).toBe(390);
    expect(browserErrors).toEqual([]);
  });
});
