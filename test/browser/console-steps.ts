import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectStatus, type Holder } from '../support/account-holders.js';
import type { RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { overflows } from './payment-page-driver.js';

/** For fields that others see. */
export const HOSTILE = `"><img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>{{7*7}}`;

/** The text is shown as text: it has not become elements of the page. */
export async function expectNoMarkupFrom(page: Page): Promise<void> {
  expect(await page.locator('img[src="x"]').count()).toBe(0);
}

/** A part of a page by its heading or label. */
export const part = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true }).or(page.getByRole('group', { name, exact: true }));

export const statusIs = (page: Page, status: string): Promise<void> =>
  page.locator(`main [data-status="${status}"]`).first().waitFor();

/** Waits for an alert with the text: a toast, or an error of a form. */
export const alertOf = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();

export const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Reads the secret of a dialog, and closes it. */
export async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = dialogOf(page, title);
  const secret = await dialog.locator('code').innerText();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(secret);
  return secret;
}

/** A chart follows the width of its window a moment later. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 800 });
  await until(`${page.url()} fits a phone`, async () => !(await overflows(page)), 5_000);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** A credit that has succeeded, by an admin. */
export async function addMoney(
  api: RunningApi,
  admin: string,
  account: Holder,
  amount: number,
  reference?: string,
): Promise<void> {
  const body = { account_id: account.id, type: 'credit', amount, currency: 'USD', settle: true, reference };
  expectStatus(await api.request('POST', '/v1/transactions', { token: admin, body }), 201);
}
