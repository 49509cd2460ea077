import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { visit } from './payment-page-driver.js';

const browser = useBrowser();

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: { PUBLIC_URL: 'https://florin.example' } });
});

afterAll(() => api.stop());

/** The part of the page that is about an operation, ready to be tried out. */
async function tryOut(page: Page, operationId: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  return operation;
}

/** Sends what stands in the form of an operation, and answers with the status that came back. */
async function execute(operation: Locator): Promise<string> {
  await operation.getByRole('button', { name: 'Execute' }).click();
  return operation.locator('.live-responses-table .response-col_status').last().innerText();
}

describeInBrowser('the page at /docs', () => {
  it('asks the service under the name it was opened by, whatever the public one is', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const address = `http://${host}:${new URL(api.url).port}/docs`;
      const { page, requests, browserErrors } = await visit(browser(), address);
      expect(await execute(await tryOut(page, 'checkLiveness'))).toMatch(/^200/);
      expect(requests.filter((url) => new URL(url).host !== new URL(address).host)).toEqual([]);
      expect(browserErrors).toEqual([]);
    }
  });

  it('is as wide as the screen of a phone, and there with a query in its address', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { page, browserErrors } = await visit(browser(), `${api.url}/docs?from=mail`, phone);
    await page.locator('.scheme-container').getByRole('button', { name: 'Authorize' }).waitFor();
    expect(await page.evaluate('document.documentElement.clientWidth')).toBe(390);
    expect(await page.locator('.topbar').isVisible()).toBe(false);
    expect(browserErrors).toEqual([]);
  });

  it('takes a newcomer to an account and into it, with what stands in its forms', async () => {
    const { page } = await visit(browser(), `${api.url}/docs`);
    expect(await execute(await tryOut(page, 'createAccount'))).toMatch(/^201/);
    const login = await tryOut(page, 'logIn');
    expect(await execute(login)).toMatch(/^200/);
    const answer = await login.locator('.live-responses-table .highlight-code').first().innerText();
    const [, token = ''] = /"access_token": "([^"]+)"/.exec(answer) ?? [];

    await page.locator('.scheme-container').getByRole('button', { name: 'Authorize' }).click();
    const dialog = page.locator('.dialog-ux .auth-container').filter({ hasText: 'accessToken' });
    await dialog.locator('input').fill(token);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await execute(await tryOut(page, 'getAccount'))).toMatch(/^200/);
  });
});
