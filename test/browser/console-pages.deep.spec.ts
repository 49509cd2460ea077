import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  ADMIN,
  expectStatus,
  freshEmail,
  type Holder,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { requestPayment } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { subscribe } from '../support/subscriptions.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { HOSTILE } from './console-steps.js';
import { signInToConsole } from './console-suite.js';
import { overflows } from './payment-page-driver.js';

const METADATA = { [HOSTILE.slice(0, 40)]: HOSTILE, link: 'javascript:window.wasRun=1' };
const PHONE = { width: 375, height: 720 };
const OWNERS_PAGES = [
  '/',
  '/transactions',
  '/transfers',
  '/payments',
  '/subscriptions',
  '/statements',
  '/developers/api-keys',
  '/developers/webhooks',
  '/developers/events',
  '/developers/requests',
  '/team',
  '/settings',
  '/branding',
];
const ADMINS_PAGES = ['accounts', 'users', 'transactions', 'audit', 'health'].map((name) => `/admin/${name}`);

const browser = useBrowser();
let api: RunningApi;
let owner: Holder;
/** Of each resource that has a page. */
const details: string[] = [];

beforeAll(async () => {
  api = await startApi({
    // Each page refreshes the session, which takes long on a busy machine.
    environment: { ...WITH_ADMIN, REFRESH_REUSE_GRACE_SECONDS: '300' },
  });
  owner = await openAccount(api, { name: HOSTILE });
  await addHostileResources();
});

afterAll(() => api.stop());

async function addHostileResources(): Promise<void> {
  const other = await openAccount(api, { name: HOSTILE });
  const admin = await logInAdmin(api);
  const create = async (path: string, body: Fields, token = owner.token): Promise<string> =>
    (expectStatus(await api.request('POST', `/v1/${path}`, { token, body }), 201).body as { id: string }).id;
  const money = { amount: 500, currency: 'USD', reference: HOSTILE, metadata: METADATA };
  const credit = { ...money, account_id: owner.id, type: 'credit', amount: 10_000, settle: true };
  details.push(`/transactions/${await create('transactions', credit, admin)}`);
  const transfer = { ...money, from_account_id: owner.id, to_account_id: other.id };
  details.push(`/transfers/${await create('transfers', transfer)}`);
  const payment = await requestPayment(api, owner, {
    reference: HOSTILE,
    description: HOSTILE,
    line_items: [{ name: HOSTILE, quantity: 1, unit_amount: 7500 }],
  });
  details.push(`/payments/${payment.id}`);
  const subscription = await subscribe(api, owner, { reference: HOSTILE, metadata: METADATA });
  details.push(`/subscriptions/${subscription.id}`);
  const endpoint = { url: 'https://hooks.example/x', events: ['*'], description: HOSTILE };
  details.push(`/developers/webhooks/${await create('webhook_endpoints', endpoint)}`);
  await create('api_keys', { name: HOSTILE });
  await create('users', { name: HOSTILE, email: freshEmail('hostile'), password: PASSWORD });
}

interface Shown {
  readonly path: string;
  readonly headings: number;
  readonly alerts: readonly string[];
  readonly isWider: boolean;
  readonly wasRun: boolean;
}

async function show(page: Page, path: string): Promise<Shown> {
  await page.goto(`${api.url}/console${path}`);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  return {
    path,
    headings: await page.locator('main h1').count(),
    alerts: await page.locator('main [role=alert]').allInnerTexts(),
    isWider: await overflows(page),
    wasRun: await page.evaluate<boolean>('window.wasRun !== undefined'),
  };
}

const asExpected = (path: string): Shown => ({
  path,
  headings: 1,
  alerts: [],
  isWider: false,
  wasRun: false,
});

describeInBrowser('every page of the console', () => {
  it.each([
    ['an owner', () => ({ email: owner.email }), () => [...OWNERS_PAGES, ...details]],
    ['an admin', () => ADMIN, () => [...ADMINS_PAGES, `/admin/accounts/${owner.id}`, ...details]],
    [
      'an admin who acts for an account',
      () => ADMIN,
      () => [...OWNERS_PAGES, ...details].map((path) => `${path}?account=${owner.id}`),
    ],
  ])('shows hostile text as text, without an error, on a phone: %s', async (_, user, paths) => {
    const { page, browserErrors } = await signInToConsole(browser(), api, user(), '/sessions');
    // The texts of the console are longest in German.
    await page.evaluate(`localStorage.setItem('florin.language', 'de')`);
    await page.setViewportSize(PHONE);
    const shown: Shown[] = [];
    for (const path of paths()) shown.push(await show(page, path));
    expect(shown).toEqual(paths().map(asExpected));
    expect(browserErrors).toEqual([]);
  });
});
