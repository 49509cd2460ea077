import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addUser, type Holder, logInAdmin, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { addMoney, expectFitsPhone, expectNoMarkupFrom, HOSTILE, part } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';

const LINES = 27;

const browser = useBrowser();
let api: RunningApi;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  const admin = await logInAdmin(api);
  owner = await openAccount(api);
  await api.request('PATCH', '/v1/account', {
    token: owner.token,
    body: { settings: { timezone: 'Pacific/Auckland' } },
  });
  await addMoney(api, admin, owner, 100_000, `=${HOSTILE}`);
  for (let number = 2; number <= LINES; number++)
    await addMoney(api, admin, owner, 100, `line ${String(number)}`);
});

afterAll(async () => {
  await api.stop();
});

describeInBrowser('statements', () => {
  it('show the balances and lines of this month in the time zone of the account, page by page', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, '/statements');
    await page.getByText('Days and times are those of Pacific/Auckland.').waitFor();
    await part(page, 'Closing balance').getByText('$1,026.00').waitFor();
    await part(page, 'Opening balance').getByText('$0.00').waitFor();
    await part(page, 'Money in').getByText('$1,026.00').waitFor();
    await part(page, 'Money out').getByText('$0.00').waitFor();
    await page.getByText(`Lines: ${String(LINES)}`).waitFor();
    const newest = page.getByRole('row').filter({ hasText: `line ${String(LINES)}` });
    expect(await newest.innerText()).toContain('$1,026.00');
    const posted = (await newest.locator('time').getAttribute('datetime')) ?? '';
    expect((await newest.locator('time').innerText()).replaceAll('\u202f', ' ')).toBe(
      new Intl.DateTimeFormat('en-US', {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'Pacific/Auckland',
      })
        .format(new Date(posted))
        .replaceAll('\u202f', ' '),
    );
    await expectAccessibleInLightAndDark(page);
    await expectFitsPhone(page);
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    await page.getByText(`=${HOSTILE}`).waitFor();
    await part(page, 'Closing balance').getByText('$1,026.00').waitFor();
    await expectNoMarkupFrom(page);
    await page.getByRole('button', { name: 'Newer', exact: true }).click();
    await newest.getByRole('link').click();
    await page.waitForURL(/\/transactions\/txn_/);
    expect(browserErrors).toEqual([]);
  });

  it('are for a month, for chosen days, or for all time', async () => {
    const { page } = await signInToConsole(browser(), api, owner, '/statements');
    const period = page.getByLabel('Period').first();
    await period.click();
    await page.getByRole('option').nth(1).click();
    await page.waitForURL(/period=\d{4}-\d\d/);
    await page.getByRole('heading', { name: 'Nothing was posted in this period' }).waitFor();
    await part(page, 'Closing balance').getByText('$0.00').waitFor();
    await period.click();
    await page.getByRole('option', { name: 'All time' }).click();
    await page.waitForURL(/period=all/);
    await page.getByText(`Lines: ${String(LINES)}`).waitFor();
    await page.goto(`${api.url}/console/statements?from=2026-02-01&to=2026-01-01`);
    await page.getByRole('alert').filter({ hasText: 'from must not be after to' }).waitFor();
    await page.getByRole('button', { name: 'Clear: From' }).click();
    await page.waitForURL(/statements\?to=2026-01-01$/);
    await page.getByRole('button', { name: 'Clear: To' }).click();
    await page.waitForURL(/statements\?period=all$/);
    await page.getByText(`Lines: ${String(LINES)}`).waitFor();
  });

  it('are downloaded as CSV and PDF, by members too', async () => {
    const member = await addUser(api, owner.token);
    const { page, browserErrors } = await signInToConsole(
      browser(),
      api,
      member,
      '/statements?from=2026-01-01&to=2100-12-31',
    );
    const download = async (format: string) => {
      await page.getByRole('button', { name: 'Download' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    const csv = await download('CSV');
    expect(csv.name).toBe('statement_2026-01-01_2100-12-31.csv');
    const path = '/v1/account/statement?format=csv&from=2026-01-01&to=2100-12-31';
    expect(csv.content.toString()).toBe((await api.request('GET', path, { token: owner.token })).text);
    expect(csv.content.toString().trim().split('\r\n')).toHaveLength(LINES + 1);
    const pdf = await download('PDF');
    expect(pdf.name).toBe('statement_2026-01-01_2100-12-31.pdf');
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(browserErrors).toEqual([]);
  });
});
