import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import {
  ADMIN,
  addUser,
  type Holder,
  logInAdmin,
  openAccount,
  outcomeOf,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { HOSTILE } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';
import {
  openFundedAccount,
  rowsOf,
  transact,
  type Transaction,
  transactionsOf,
} from './console-transactions-suite.js';
import { overflows } from './payment-page-driver.js';

const HOSTILE_KEY = HOSTILE.slice(0, 40);

const browser = useBrowser();
let api: RunningApi;
let admin: string;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = await logInAdmin(api);
  owner = await openFundedAccount(api, admin);
});

afterAll(async () => {
  await api.stop();
});

const transactionOf = async (id: string): Promise<Transaction> =>
  (await api.request<Transaction>('GET', `/v1/transactions/${id}`, { token: admin })).body;

const shownId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

const detailOf = (page: Page, label: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });

describeInBrowser('transactions in the console', () => {
  it('creates a payment after a check, once, and shows what the API refuses in the form', async () => {
    const account = await openFundedAccount(api, admin);
    const { page, browserErrors } = await signInToConsole(browser(), api, account, '/transactions');
    await page.getByRole('button', { name: 'New transaction' }).click();
    const dialog = page.getByRole('dialog', { name: 'New transaction' });
    await dialog.getByText('Takes money out of the account').waitFor();
    expect(await dialog.getByLabel('Settle at once').count()).toBe(0);
    await dialog.locator('input:focus').and(dialog.getByLabel('Amount')).waitFor();
    await dialog.getByLabel('Amount').fill('0');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter an amount of more than zero.').waitFor();
    await dialog.getByLabel('Amount').fill('5000');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Insufficient funds' }).waitFor();
    await expectAccessibleInLightAndDark(page);
    await dialog.getByLabel('Amount').fill('-5');
    await dialog.getByText('Enter an amount such as 12.50.').waitFor();
    await dialog.getByLabel('Amount').fill('75.25');
    await dialog.getByLabel('Reference').fill(HOSTILE);
    for (const [number, key] of ['order', 'order'].entries()) {
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByLabel(`Key ${number + 1}`).fill(key);
      await dialog.getByLabel(`Value ${number + 1}`).fill(HOSTILE);
    }
    await dialog.getByText('Duplicate key.').waitFor();
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect(await transactionsOf(api, account)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Remove: order' }).last().click();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('Balance after: €924.75 available, €75.25 held, €0.00 incoming').waitFor();
    expect(await transactionsOf(api, account)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Create' }).dblclick();
    await page.getByRole('heading', { level: 1, name: '€75.25' }).waitFor();
    await page.getByText('The transaction was created.').first().waitFor();
    expect(await transactionsOf(api, account)).toMatchObject([
      { id: shownId(page), status: 'pending', reference: HOSTILE, metadata: { order: HOSTILE } },
      { reference: 'funds' },
    ]);
    expect(browserErrors).toEqual([]);
  });

  it('shows a transaction by its address, with hostile texts as texts', async () => {
    const { id } = await transact(api, owner, {
      reference: HOSTILE,
      metadata: { [HOSTILE_KEY]: HOSTILE },
    });
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, `/transactions/${id}`);
    await page.getByRole('heading', { level: 1, name: '€12.50' }).waitFor();
    expect(await page.title()).toBe('€12.50 · Florin');
    await page.getByText('transaction.created').waitFor();
    await page.getByText(/Balance after: .* €12\.50 held/).waitFor();
    await page.getByText('A transaction posts entries when it succeeds.').waitFor();
    expect(await page.getByText(HOSTILE).count()).toBe(2);
    await expectAccessibleInLightAndDark(page);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await overflows(page)).toBe(false);
    await page.goto(`${api.url}/console/transactions`);
    await rowsOf(page).first().waitFor();
    expect(await overflows(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectAccessibleInLightAndDark(page);
    await page.goto(`${api.url}/console/transactions/txn_${'0'.repeat(26)}`);
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL('**/console/transactions');
    expect(browserErrors).toEqual([]);
  });

  it('cancels a pending payment, and says so if it has ended meanwhile', async () => {
    const [first, second] = [await transact(api, owner), await transact(api, owner)];
    const { page } = await signInToConsole(browser(), api, owner, `/transactions/${first.id}`);
    const cancel = page.getByRole('button', { name: 'Cancel transaction' });
    await cancel.click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect((await transactionOf(first.id)).status).toBe('pending');
    await cancel.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel transaction' }).click();
    await page.getByText('The transaction was canceled.').waitFor();
    await page.locator('[data-status=canceled]').waitFor();
    await page.getByText('transaction.canceled').waitFor();
    expect(await cancel.count()).toBe(0);

    await page.goto(`${api.url}/console/transactions/${second.id}`);
    await cancel.click();
    await api.request('POST', `/v1/transactions/${second.id}/settle`, { token: admin });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel transaction' }).click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'already succeeded' }).waitFor();
  });

  it('shows the events of a change that was made elsewhere', async () => {
    const { id } = await transact(api, owner);
    const { page } = await signInToConsole(browser(), api, owner, `/transactions/${id}`);
    await page.getByText('transaction.created').waitFor();
    await api.request('POST', `/v1/transactions/${id}/settle`, { token: admin });
    await page.locator('[data-status=succeeded]').waitFor();
    await page.getByText('transaction.succeeded').waitFor();

    const destination = await openFundedAccount(api, admin);
    const { body: transfer } = await api.request<{ id: string }>('POST', '/v1/transfers', {
      token: owner.token,
      body: { from_account_id: owner.id, to_account_id: destination.id, amount: 100, currency: 'EUR' },
    });
    await page.goto(`${api.url}/console/transfers/${transfer.id}`);
    await page.getByText('transfer.created').waitFor();
    await api.request('POST', `/v1/transfers/${transfer.id}/settle`, { token: admin });
    await page.locator('[data-status=succeeded]').waitFor();
    await page.getByText('transfer.succeeded').waitFor();
  });

  it('lets an admin settle for the account, as succeeded or as failed', async () => {
    const [good, bad] = [await transact(api, owner), await transact(api, owner)];
    const path = `/transactions/${bad.id}?account=${owner.id}`;
    const { page, browserErrors } = await signInToConsole(browser(), api, ADMIN, path);
    await page.getByText('You are acting for Ada Ltd.').waitFor();
    await page.getByRole('button', { name: 'Settle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle this transaction' });
    await dialog.getByLabel('Failed').check();
    await dialog.getByLabel('Failure reason').fill(HOSTILE);
    await expectAccessibleInLightAndDark(page);
    await dialog.getByRole('button', { name: 'Settle' }).click();
    await detailOf(page, 'Failure reason').getByText(HOSTILE).waitFor();
    expect((await transactionOf(bad.id)).status).toBe('failed');

    await page.goto(`${api.url}/console/transactions/${good.id}?account=${owner.id}`);
    await page.getByRole('button', { name: 'Settle' }).click();
    await dialog.getByRole('button', { name: 'Settle' }).click();
    const entries = page.getByRole('table', { name: 'Ledger entries' });
    await entries.getByRole('row', { name: /Clearing account €12\.50/ }).waitFor();
    expect(await entries.getByRole('row').count()).toBe(3);
    await page.getByText('transaction.succeeded').waitFor();
    expect(await page.getByRole('button', { name: /Settle|Cancel transaction/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByRole('button', { name: 'New transaction' }).click();
    const create = page.getByRole('dialog', { name: 'New transaction' });
    await create.getByText('Credit', { exact: true }).click();
    await create.getByLabel('Amount').fill('1.5');
    await create.getByLabel('Settle at once').check();
    await create.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: '€1.50' }).waitFor();
    expect(new URL(page.url()).searchParams.get('account')).toBe(owner.id);
    expect((await transactionOf(shownId(page))).status).toBe('succeeded');
    expect(browserErrors).toEqual([]);
  });

  it('refunds a payment in parts until nothing is left', async () => {
    const { id } = await transact(api, owner, { settle: true }, admin);
    const { page } = await signInToConsole(browser(), api, owner, `/transactions/${id}`);
    const refund = page.getByRole('button', { name: 'Refund' });
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await page.getByText('Nothing was refunded.').waitFor();
    await refund.click();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('12.50');
    await dialog.getByLabel('Amount').fill('12.51');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'exceeds the 12.50 EUR left' }).waitFor();
    await dialog.getByLabel('Amount').fill('5');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('heading', { level: 1, name: '€5.00' }).waitFor();
    await detailOf(page, 'Refund of').getByRole('link', { name: id }).click();
    const refunds = page.getByRole('table', { name: 'Refunds' });
    await refunds.getByRole('link', { name: '€5.00' }).waitFor();
    await expectAccessibleInLightAndDark(page);
    await refund.click();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('7.50');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('heading', { level: 1, name: '€7.50' }).waitFor();
    await detailOf(page, 'Refund of').getByRole('link', { name: id }).click();
    await refunds.getByRole('link', { name: '€7.50' }).waitFor();
    expect(await refund.count()).toBe(0);
  });

  it('offers no end of one side of a transfer, and leads to the transfer', async () => {
    const other = await openFundedAccount(api, admin);
    const { body } = await api.request<{ id: string }>('POST', '/v1/transfers', {
      token: owner.token,
      body: { from_account_id: owner.id, to_account_id: other.id, amount: 300, currency: 'EUR' },
    });
    const [side] = await transactionsOf(api, other);
    const path = `/transactions/${side?.id ?? ''}?account=${other.id}`;
    const { page } = await signInToConsole(browser(), api, ADMIN, path);
    await page.getByRole('heading', { level: 1, name: '€3.00' }).waitFor();
    await detailOf(page, 'Transfer').getByRole('link', { name: body.id }).waitFor();
    expect(await page.getByRole('button', { name: /Settle|Cancel transaction|Refund/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByText('Credit (transfer)').waitFor();
  });

  it('edits the reference and the metadata, and keeps values that are no texts', async () => {
    const { id } = await transact(api, owner, { metadata: { order: 'A-1', items: [1, 2], old: 'x' } });
    const { page } = await signInToConsole(browser(), api, owner, `/transactions/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Value 1').fill('A-2');
    await page.getByRole('button', { name: 'Remove: old' }).click();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Key 3').fill(HOSTILE_KEY);
    await page.getByLabel('Value 3').fill('new');
    await expectAccessibleInLightAndDark(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: HOSTILE_KEY }).waitFor();
    expect((await transactionOf(id)).metadata).toEqual({
      order: 'A-2',
      items: [1, 2],
      [HOSTILE_KEY]: 'new',
    });
    await page.getByText('transaction.updated').waitFor();
    await page.getByRole('button', { name: 'Edit the reference' }).click();
    await page.getByRole('dialog').getByLabel('Reference').fill('INV-7');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await detailOf(page, 'Reference').getByText('INV-7').waitFor();
    expect((await transactionOf(id)).reference).toBe('INV-7');
  });

  it('keeps a key that is added elsewhere while the metadata is edited', async () => {
    const { id } = await transact(api, owner, { metadata: { order: 'A-1' } });
    const { page } = await signInToConsole(browser(), api, owner, `/transactions/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const body = { metadata: { added: 'elsewhere' } };
    await api.request('PATCH', `/v1/transactions/${id}`, { token: owner.token, body });
    // The page of a pending transaction reads it again by itself.
    await page.getByText('transaction.updated').waitFor();
    await page.getByLabel('Value 1').fill('A-2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'added' }).waitFor();
    expect((await transactionOf(id)).metadata).toEqual({ order: 'A-2', added: 'elsewhere' });
  });

  it('offers a member what a member may do', async () => {
    const member = await addUser(api, owner.token);
    const { id } = await transact(api, owner);
    const { page } = await signInToConsole(browser(), api, member, `/transactions/${id}`);
    await page.getByRole('button', { name: 'Cancel transaction' }).waitFor();
    await page.getByText('transaction.created').waitFor();
    expect(await page.getByRole('button', { name: 'Settle' }).count()).toBe(0);
    expect(await page.getByRole('rowheader', { name: 'Account', exact: true }).count()).toBe(0);
    const refused = await api.request('POST', `/v1/transactions/${id}/settle`, { token: member.token });
    expect(outcomeOf(refused)).toBe('403 forbidden');
    const atOnce = { account_id: owner.id, type: 'credit', amount: 1, currency: 'EUR', settle: true };
    const created = await api.request('POST', '/v1/transactions', { token: member.token, body: atOnce });
    expect(outcomeOf(created)).toBe('403 forbidden');
  });

  it('asks an admin to choose an account first, but shows any transaction', async () => {
    const { id } = await transact(api, owner);
    const { page } = await signInToConsole(browser(), api, ADMIN, '/transactions');
    await page.getByText('Choose an account first.').waitFor();
    await page.goto(`${api.url}/console/transactions/${id}`);
    await detailOf(page, 'Account').getByRole('link', { name: owner.id }).waitFor();
    await page.getByRole('button', { name: 'Settle' }).waitFor();
    const stranger = await openAccount(api);
    const { page: other } = await signInToConsole(browser(), api, stranger, `/transactions/${id}`);
    await other.getByRole('alert').waitFor();
    expect(await other.getByText('€12.50').count()).toBe(0);
  });
});
