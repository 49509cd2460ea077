import { afterAll, beforeAll, it } from '@jest/globals';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { generateTransactions } from '../../tools/bench/generate.mjs';
import {
  ADMIN,
  addKey,
  expectStatus,
  type Holder,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { APPROVED, cardOf, DECLINED, type Payment, requestPayment, submitCard } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { signInToConsole, type SignIn } from './console-suite.js';
import { takeScreenshot } from './screenshot.js';

const SIZE = { viewport: { width: 1280, height: 800 } };
const CUSTOMERS = ['grace', 'alan', 'katherine', 'edsger', 'barbara', 'donald'];

const browser = useBrowser();
let api: RunningApi;
let shop: Holder;
let paid: Payment;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  shop = await openAccount(api, { name: 'Teehaus Ada', settings: { timezone: 'Europe/Vienna' } });
  for (const name of ['Byron Books', 'Lovelace Labs', 'Menabrea & Sons']) await openAccount(api, { name });
  await generateTransactions(api.databaseUrl, [uuidFromId(shop.id as AccountId)], 600, { days: 30 });
  paid = await order(0);
  for (const [position] of CUSTOMERS.entries()) await order(position + 1);
  await addKey(api, shop.token);
  const body = { url: 'https://teehaus.example/florin', events: ['*'], description: 'Shop' };
  expectStatus(await api.request('POST', '/v1/webhook_endpoints', { token: shop.token, body }), 201);
});

afterAll(() => api.stop());

/** Every third order is not paid yet, and one card is declined. */
async function order(position: number): Promise<Payment> {
  const payment = await requestPayment(api, shop, {
    reference: `A-10${String(position).padStart(2, '0')}`,
    description: `Order A-10${String(position).padStart(2, '0')}`,
    customer_email: `${CUSTOMERS[position % CUSTOMERS.length] ?? ''}@example.com`,
    line_items: [
      { name: 'Sencha, 100 g', quantity: 2, unit_amount: 3000 },
      { name: 'Teacup', quantity: 1, unit_amount: 1500 },
    ],
  });
  if (position === 4) await submitCard(payment.page, cardOf(DECLINED));
  else if (position % 3 === 0) await submitCard(payment.page, cardOf(APPROVED));
  return payment;
}

describeInBrowser('the screenshots of the console', () => {
  it.each([
    ['home', '/', shopOwner, '.recharts-surface'],
    ['payments', '/payments', shopOwner, 'text=Order A-1001'],
    ['payment', () => `/payments/${paid.id}`, shopOwner, 'text=Sencha'],
    ['developers', '/developers/webhooks', shopOwner, 'text=teehaus.example'],
    ['admin', '/admin/accounts', () => ADMIN, 'text=Byron Books'],
  ] as const)('show %s', async (name, path, user, content) => {
    const at = typeof path === 'string' ? path : path();
    const { page } = await signInToConsole(browser(), api, user(), at, SIZE);
    await page.locator(content).first().waitFor();
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await takeScreenshot(page, `console-${name}`);
  });
});

function shopOwner(): SignIn {
  return { email: shop.email };
}
