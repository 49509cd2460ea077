import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  ADMIN,
  addUser,
  type Holder,
  logInAdmin,
  openAccount,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { addMoney, dialogOf, HOSTILE, takeSecret } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';

const KEYS = '/developers/api-keys';

const browser = useBrowser();
let api: RunningApi;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});
beforeEach(async () => {
  owner = await openAccount(api);
});
afterAll(() => api.stop());

const statusWith = async (token: string): Promise<number> =>
  (await api.request('GET', '/v1/account/balance', { token })).status;

describeInBrowser('API keys in the console', () => {
  it('work from when they are created until they are revoked, and are shown once', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, KEYS);
    await page.getByText('No API keys yet').waitFor();
    await expectAccessibleInLightAndDark(page);
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = dialogOf(page, 'New API key');
    await form.getByLabel('Name').fill('  ');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Required').waitFor();
    await form.getByLabel('Name').fill(HOSTILE);
    await expectAccessibleInLightAndDark(page);
    await form.getByRole('button', { name: 'Create key' }).click();
    await dialogOf(page, 'Your new API key').getByText('This is shown only once').waitFor();
    await expectAccessibleInLightAndDark(page);
    const secret = await takeSecret(page, 'Your new API key');
    expect(await statusWith(secret)).toBe(200);

    await page.reload();
    const row = page.getByRole('row').filter({ hasText: HOSTILE });
    await row.getByText(`flk_…${secret.slice(-4)}`).waitFor();
    await expectAccessibleInLightAndDark(page);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await dialogOf(page, 'Revoke').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(await statusWith(secret)).toBe(401);
    expect(browserErrors).toEqual([]);
  });

  it('expire at the end of a day in the time zone of the account', async () => {
    const settings = { currency: 'USD', timezone: 'America/New_York', language: 'en' };
    await api.request('PATCH', '/v1/account', { token: owner.token, body: { settings } });
    const { page } = await signInToConsole(browser(), api, owner, KEYS);
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = dialogOf(page, 'New API key');
    await form.getByLabel('Name').fill('Cash desk');
    await form.getByLabel('Expires').click();
    await page.getByRole('button', { name: /^28 / }).last().click();
    await expectAccessibleInLightAndDark(page);
    await form.getByRole('button', { name: 'Create key' }).click();
    await takeSecret(page, 'Your new API key');
    const { data } = (await api.request('GET', '/v1/api_keys', { token: owner.token })).body as {
      data: { expires_at: string }[];
    };
    const inNewYork = new Date(data[0]!.expires_at).toLocaleString('sv', { timeZone: 'America/New_York' });
    expect(inNewYork).toMatch(/-28 23:59:59$/);
  });

  it('are not offered to members, and for admins are those of the platform', async () => {
    const member = await addUser(api, owner.token);
    const ofMember = await signInToConsole(browser(), api, member, KEYS);
    await ofMember.page.getByText('You have no access to this page.').waitFor();
    await expectAccessibleInLightAndDark(ofMember.page);
    const { page } = await signInToConsole(browser(), api, ADMIN, `${KEYS}?account=${owner.id}`);
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = dialogOf(page, 'New API key');
    await form.getByText('This is a platform key').waitFor();
    await form.getByLabel('Name').fill('Reconciler');
    await form.getByRole('button', { name: 'Create key' }).click();
    await takeSecret(page, 'Your new API key');
    await page.getByRole('row').filter({ hasText: 'Reconciler' }).getByText('Platform').waitFor();
  });
});

describeInBrowser('the request inspector', () => {
  it('shows the requests as commands without secrets, until they are cleared', async () => {
    await addMoney(api, await logInAdmin(api), owner, 7_500);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, KEYS);
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialogOf(page, 'New API key').getByLabel('Name').fill("Ada's key");
    await dialogOf(page, 'New API key').getByRole('button', { name: 'Create key' }).click();
    const secret = await takeSecret(page, 'Your new API key');
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByRole('button', { name: 'New transaction' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('5');
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click();
    await page.getByRole('dialog').getByRole('status').waitFor();
    await page.keyboard.press('Escape');

    // A reload clears the list.
    await page.getByRole('link', { name: 'Request inspector' }).click();
    const commandOf = async (request: RegExp): Promise<string> => {
      const item = page.getByRole('button', { name: request });
      await item.click();
      const panel = (await item.getAttribute('aria-controls')) ?? '';
      return page.locator(`[id="${panel}"] pre`).innerText();
    };
    const check = await commandOf(/POST \/v1\/transactions/);
    expect(check).toContain(`curl -X POST '${api.url}/v1/transactions'`);
    expect(check).toContain('-H "Authorization: Bearer $FLORIN_TOKEN"');
    expect(check).toContain("-H 'dry-run: true'");
    expect(check).toContain('"amount":500');
    const creation = await commandOf(/POST \/v1\/api_keys/);
    expect(creation).toMatch(/-H 'idempotency-key: [^']+'/);
    expect(creation).toContain(`-d '{"name":"Ada'\\''s key"`);
    await expectAccessibleInLightAndDark(page);
    const content = await page.content();
    for (const hidden of [secret, PASSWORD, 'eyJ']) expect(content).not.toContain(hidden);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No requests yet.').waitFor();
    expect(browserErrors).toEqual([]);
  });
});
