import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Holder } from '../support/account-holders.js';
import {
  APPROVED,
  asHolder,
  cardOf,
  type Payment,
  requestPayment,
  statusOf,
  submitCard,
} from '../support/payments.js';
import type { Fields, RunningApi } from '../support/running-api.js';

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

export const amountIn = (part: Page | Locator): Locator =>
  part.getByRole('textbox', { name: 'Amount', exact: true });

export async function aPaidPayment(
  api: RunningApi,
  owner: Holder,
  card = APPROVED,
  change: Fields = {},
): Promise<Payment> {
  const payment = await requestPayment(api, owner, change);
  await submitCard(payment.page, cardOf(card));
  expect(await statusOf(api, owner, payment.id)).toBe('succeeded');
  return payment;
}

export const refundsOf = async (api: RunningApi, owner: Holder, id: string): Promise<Fields[]> =>
  (await asHolder(api, owner, 'GET', `/v1/payments/${id}/refunds`)).body.data as Fields[];
