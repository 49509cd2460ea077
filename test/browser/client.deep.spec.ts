import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type * as FlorinClient from '@florin/client';
import type { Page } from 'playwright-core';
import { type RunningApi, startApi } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';

const browser = useBrowser();

const PAGE = `<!doctype html><title>client</title>
<script type="importmap">{"imports": {
  "@florin/client": "/assets/libs/client/dist/index.js",
  "openapi-fetch": "/assets/node_modules/openapi-fetch/dist/index.mjs"
}}</script>
<script type="module">window.Client = await import('@florin/client');</script>`;

type WithClient = typeof globalThis & { Client?: typeof FlorinClient };

let api: RunningApi;

/** A page of the service's own origin that has loaded the built client without a bundler. */
async function openPage(): Promise<Page> {
  const page = await browser().newPage();
  await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await page.route('**/assets/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/assets/', '');
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(ROOT, path), 'utf8') });
  });
  await page.goto(`${api.url}/page`);
  await page.waitForFunction(() => (globalThis as WithClient).Client !== undefined);
  return page;
}

describeInBrowser('the client in a browser', () => {
  beforeAll(async () => {
    api = await startApi({ environment: { ACCESS_TOKEN_TTL: '5' } });
  });
  afterAll(async () => {
    await api.stop();
  });

  it('logs in, refreshes, creates once over a lost connection, iterates over a list and rejects with error codes', async () => {
    const page = await openPage();
    let lost = 0;
    await page.route('**/v1/transactions', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      // The service creates the transaction, but the page gets no response.
      await route.fetch();
      return route.abort('connectionreset');
    });

    const result = await page.evaluate(async (baseUrl) => {
      const { Client } = globalThis as WithClient;
      if (Client === undefined) throw new Error('The client is not loaded');
      const florin = new Client.Florin({ baseUrl });
      const owner = { email: 'ada@example.com', password: 'correct horse battery' };
      const { id: account_id } = await florin.accounts.create({ ...owner, name: 'Ada', type: 'individual' });
      await florin.login(owner);
      const before = florin.tokens?.refreshToken;
      await new Promise((resolve) => setTimeout(resolve, 5_100));
      await Promise.all([florin.account.get(), florin.account.balance(), florin.users.page()]);
      const money = { account_id, currency: 'USD', amount: 7500 };
      await florin.transactions.create({ ...money, type: 'credit' });
      const amounts: number[] = [];
      for await (const { amount } of florin.transactions.list()) amounts.push(amount);
      const error: unknown = await florin.transactions
        .create({ ...money, type: 'payment' })
        .catch((thrown: unknown) => thrown);
      const code = error instanceof Client.FlorinError ? error.code : undefined;
      return { amounts, code, isRefreshed: florin.tokens?.refreshToken !== before };
    }, api.url);
    expect(result).toEqual({ amounts: [7500], code: 'insufficient_funds', isRefreshed: true });
    expect(lost).toBe(1);
    await page.close();
  });
});
