import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ADMIN, type Holder, logInAdmin, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { requestPayment } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { subscribe } from '../support/subscriptions.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { addMoney } from './console-steps.js';
import { signInToConsole } from './console-suite.js';

const browser = useBrowser();
let api: RunningApi;
let acting: Holder;
let other: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  acting = await openAccount(api, { name: 'Acting Ltd.' });
  other = await openAccount(api, { name: 'Other Ltd.' });
  await addMoney(api, await logInAdmin(api), other, 7_500);
});

afterAll(async () => {
  await api.stop();
});

describeInBrowser('an admin who acts for no account', () => {
  it('opens what has an id', async () => {
    const payment = await requestPayment(api, other);
    const subscription = await subscribe(api, other);
    const body = { url: 'https://hooks.example/x', events: ['*'] };
    const endpoint = await api.request('POST', '/v1/webhook_endpoints', { token: other.token, body });
    const { page } = await signInToConsole(browser(), api, ADMIN, '/sessions');
    for (const [path, text] of [
      [`/payments/${payment.id}`, 'payment_request.created'],
      [`/subscriptions/${subscription.id}`, 'subscription.created'],
      [`/developers/webhooks/${String(endpoint.body['id'])}`, 'hooks.example'],
    ] as const) {
      await page.goto(`${api.url}/console${path}`);
      await page.getByRole('main').getByText(text).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('main').getByRole('alert').allInnerTexts()).toEqual([]);
    }
  });
});

describeInBrowser('an admin who acts for one account', () => {
  it('sees the events of another account on its page', async () => {
    const path = `/admin/accounts/${other.id}?account=${acting.id}`;
    const { page } = await signInToConsole(browser(), api, ADMIN, path);
    await page.getByRole('heading', { level: 1, name: 'Other Ltd.' }).waitFor();
    await page.getByText('account.opened').or(page.getByText('No events')).first().waitFor();
    expect(await page.getByText('account.opened').count()).toBe(1);
  });

  it('opens the transactions of all accounts', async () => {
    const path = `/admin/transactions?account=${acting.id}`;
    const { page } = await signInToConsole(browser(), api, ADMIN, path);
    await page.getByRole('link', { name: '+$75.00' }).click();
    await page
      .getByRole('heading', { level: 1, name: '$75.00' })
      .or(page.getByRole('alert'))
      .first()
      .waitFor();
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    await page.getByText('transaction.succeeded').waitFor();
  });
});
