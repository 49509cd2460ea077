import type { Locator, Page } from 'playwright-core';
import { expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import type { RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

export interface Transaction {
  readonly id: string;
  readonly status: string;
  readonly reference: string | null;
  readonly metadata: Record<string, unknown>;
}

/** With 1,000.00 EUR, in Berlin. */
export async function openFundedAccount(api: RunningApi, admin: string): Promise<Holder> {
  const account = await openAccount(api, { settings: { currency: 'EUR', timezone: 'Europe/Berlin' } });
  const funds = { type: 'credit', amount: 100_000, reference: 'funds', settle: true };
  await transact(api, account, funds, admin);
  return account;
}

/** Creates a payment of 12.50 EUR, unless the change says otherwise. */
export async function transact(
  api: RunningApi,
  account: Holder,
  change: Readonly<Record<string, unknown>> = {},
  token = account.token,
): Promise<Transaction> {
  const body = { account_id: account.id, type: 'payment', amount: 1250, currency: 'EUR', ...change };
  const response = await api.request('POST', '/v1/transactions', { token, body });
  return expectStatus(response, 201).body as unknown as Transaction;
}

export async function transactionsOf(api: RunningApi, { token }: Holder): Promise<readonly Transaction[]> {
  return (await api.request<{ data: Transaction[] }>('GET', '/v1/transactions', { token })).body.data;
}

/** The rows of the list that are loaded. */
export const rowsOf = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Transactions' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

export const waitForRows = (page: Page, count: number): Promise<void> =>
  until(`${count} rows`, async () => (await rowsOf(page).count()) === count, 30_000);
