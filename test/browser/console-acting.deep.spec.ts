import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ADMIN, type Holder, logInAdmin, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { addMoney } from './console-pages.js';
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
