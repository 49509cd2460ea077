import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AccountId, uuidFromId } from '@florin/kernel';
import type { Page } from 'playwright-core';
import { generateTransactions } from '../../tools/bench/generate.mjs';
import { logInAdmin, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';
import { openFundedAccount, rowsOf, transact, waitForRows } from './console-transactions-suite.js';

const browser = useBrowser();
let api: RunningApi;
let admin: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = await logInAdmin(api);
});

afterAll(async () => {
  await api.stop();
});

async function exported(page: Page): Promise<string> {
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('transactions.csv');
  return readFile(await download.path(), 'utf8');
}

describeInBrowser('the list of transactions in the console', () => {
  it('filters by status, type, reference, amount and day, in an address that can be shared', async () => {
    const account = await openFundedAccount(api, admin);
    await transact(api, account, { amount: 1249 });
    await transact(api, account, { amount: 1250, reference: 'INV-1' });
    await transact(api, account, { amount: 1251, type: 'credit' });
    const { page, browserErrors } = await signInToConsole(browser(), api, account, '/transactions');
    await waitForRows(page, 4);
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Pending' }).click();
    await waitForRows(page, 3);
    await filters.getByLabel('Amount from').fill('12.5');
    await waitForRows(page, 2);
    await filters.getByLabel('Amount to').fill('12.50');
    await waitForRows(page, 1);
    expect(new URL(page.url()).search).toBe('?status=pending&amount_min=12.5&amount_max=12.50');
    await page.reload();
    await waitForRows(page, 1);
    expect(await filters.getByLabel('Amount from').inputValue()).toBe('12.5');
    await filters.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Credit' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    await expectAccessibleInLightAndDark(page);
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await waitForRows(page, 4);
    await filters.getByLabel('Reference').fill(' INV-1 ');
    await waitForRows(page, 1);
    await filters.getByLabel('Reference').fill('INV-2');
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(browserErrors).toEqual([]);
  });

  it('takes a chosen day as that day in the time zone of the account', async () => {
    const account = await openFundedAccount(api, admin);
    // The clocks change on both days: the first has 23 hours, the second 25.
    const days = '/transactions?date_from=2026-03-29&date_to=2026-10-25';
    const { page } = await signInToConsole(browser(), api, account);
    const listed = page.waitForRequest(/\/v1\/transactions\?/);
    await page.goto(`${api.url}/console${days}`);
    const { searchParams } = new URL((await listed).url());
    expect([searchParams.get('date_from'), searchParams.get('date_to')]).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
    ]);
    await page.getByRole('button', { name: 'Created from: Mar 29, 2026' }).click();
    await page.getByRole('button', { name: 'Next month' }).waitFor();
    await expectAccessibleInLightAndDark(page);
    const changed = page.waitForRequest(/\/v1\/transactions\?.*date_from=2026-03-30T22/);
    await page.getByRole('button', { name: '31 March 2026' }).click();
    await changed;
    expect(new URL(page.url()).searchParams.get('date_from')).toBe('2026-03-31');
    await page.getByRole('button', { name: 'Clear: Created from' }).click();
    await page.getByRole('button', { name: 'Clear: Created to' }).click();
    await waitForRows(page, 1);
    await page.goto(`${api.url}/console/transactions?date_from=yesterday`);
    await page.getByRole('alert').filter({ hasText: 'date_from' }).waitFor();
  });

  it('pages to older and newer transactions, and begins anew with other filters', async () => {
    const account = await openFundedAccount(api, admin);
    for (let number = 1; number <= 27; number++) await transact(api, account, { amount: number });
    const { page } = await signInToConsole(browser(), api, account, '/transactions');
    const newer = page.getByRole('button', { name: 'Newer', exact: true });
    const older = page.getByRole('button', { name: 'Older', exact: true });
    const newest = page.getByRole('link', { name: '€0.27' });
    await newest.waitFor();
    expect([await rowsOf(page).count(), await newer.isDisabled()]).toEqual([25, true]);
    await older.click();
    await page.getByRole('link', { name: '€1,000.00' }).waitFor();
    expect([await rowsOf(page).count(), await older.isDisabled()]).toEqual([3, true]);
    await page.reload();
    await page.getByRole('link', { name: '€1,000.00' }).waitFor();
    await newer.click();
    await newest.waitFor();
    expect([await rowsOf(page).count(), await newer.isDisabled()]).toEqual([25, true]);
    await page.getByLabel('Amount to').fill('0.02');
    await waitForRows(page, 2);
    expect(new URL(page.url()).search).toBe('?amount_max=0.02');
  });

  it('keeps its rows if reading them again fails', async () => {
    const account = await openFundedAccount(api, admin);
    const { page } = await signInToConsole(browser(), api, account, '/transactions');
    await waitForRows(page, 1);
    await page.route(/\/v1\/transactions\?/, (route) => route.abort());
    // The list is read again after five seconds, when the window gets the focus.
    await page.waitForTimeout(5_100);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('alert').filter({ hasText: 'Try again' }).waitFor();
    expect(await rowsOf(page).count()).toBe(1);
  });

  it('exports what the filters match, without formulas', async () => {
    const account = await openFundedAccount(api, admin);
    await transact(api, account, { amount: 5, reference: '=HYPERLINK("https://evil.example")' });
    await transact(api, account, { amount: 7, reference: 'a,b "c"', metadata: { note: '@x' } });
    await transact(api, account, { amount: 900, reference: 'not in the file' });
    const { page, browserErrors } = await signInToConsole(
      browser(),
      api,
      account,
      '/transactions?amount_max=0.10&status=pending',
    );
    await waitForRows(page, 2);
    const csv = await exported(page);
    const [header, ...lines] = csv.trimEnd().split('\r\n');
    expect(header).toBe(
      'id,account_id,created_at,ended_at,type,status,currency,amount,amount_minor,reference,refund_of,transfer_id,refund_id,failure_reason,metadata',
    );
    expect(lines.map((line) => line.split(',').slice(4).join())).toEqual([
      'payment,pending,EUR,0.07,7,"a,b ""c""",,,,,"{""note"":""@x""}"',
      `payment,pending,EUR,0.05,5,"'=HYPERLINK(""https://evil.example"")",,,,,`,
    ]);
    expect(browserErrors).toEqual([]);
  });

  it('exports the newest 10,000 of more, and says that there are more', async () => {
    const account = await openAccount(api);
    await generateTransactions(api.databaseUrl, [uuidFromId(account.id as AccountId)], 10_001);
    const { page } = await signInToConsole(browser(), api, account, '/transactions');
    const csv = await exported(page);
    await page.getByText('More transactions match. The file has the newest 10,000').waitFor();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(10_001);
  });

  it('speaks the language of the user, and takes amounts in it', async () => {
    const account = await openFundedAccount(api, admin);
    await transact(api, account, { amount: 1250 });
    const { page } = await signInToConsole(browser(), api, account);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.goto(`${api.url}/console/transactions`);
    await page.getByRole('link', { name: '−12,50 €' }).waitFor();
    await page.getByLabel('Betrag bis').fill('-5');
    await page.getByText('Geben Sie einen Betrag wie 12,50 ein.').waitFor();
    await page.getByLabel('Betrag bis').fill('12,50');
    await page.getByRole('link', { name: '+1.000,00 €' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?amount_max=12.50');
    await page.getByRole('link', { name: '12,50 €' }).click();
    await page.getByRole('button', { name: 'Transaktion stornieren' }).waitFor();
  });
});
