import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type RunningApi, startApi } from '../support/running-api.js';
import { inABrowser, useBrowser } from './in-a-browser.js';
import { visit } from './payment-browser.js';

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

inABrowser('the page at /docs', () => {
  it('asks the service under the name it was opened by, whatever the public one is', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const address = `http://${host}:${new URL(api.url).port}/docs`;
      const { page, requests, complaints } = await visit(browser(), address);
      expect(await execute(await tryOut(page, 'checkReadiness'))).toMatch(/^200/);
      expect(requests.filter((url) => new URL(url).host !== new URL(address).host)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });
});
