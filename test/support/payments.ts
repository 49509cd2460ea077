import { createHash } from 'node:crypto';
import { PaymentProcessor } from '@florin/payments';
import { type ProcessorHooks, withHooks } from '@florin/payments/testing/paying';
import { expect } from '@jest/globals';
import pg from 'pg';
import { expectStatus, type Holder } from './account-holders.js';
import type { TestResponse, RunningApi } from './running-api.js';

export const APPROVED = '4242 4242 4242 4242';
export const DECLINED = '4000 0000 0000 0002';
export const NO_FUNDS = '4000 0000 0000 9995';
export const PROCESSOR_ERROR = '4000 0000 0000 0119';
export const REFUNDS_FAIL = '4000 0000 0000 5126';

export interface Payment {
  readonly id: string;
  readonly status: string;
  readonly payment_url: string;
  /** The page at the real address of the service; `payment_url` has the public one. */
  readonly page: string;
}

export const aPaymentBody = (account: Holder, change: Readonly<Record<string, unknown>> = {}) => ({
  account_id: account.id,
  amount: 7500,
  currency: 'USD',
  customer_email: 'grace@example.com',
  reference: 'INV-2026-014',
  ...change,
});

export async function requestPayment(
  api: RunningApi,
  account: Holder,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Payment> {
  const body = aPaymentBody(account, change);
  const response = await api.request('POST', '/v1/payments', { token: account.token, body });
  const payment = expectStatus(response, 201).body as Omit<Payment, 'page'>;
  return { ...payment, page: api.url + new URL(payment.payment_url).pathname };
}

/** Runs the hooks around each call that the service makes to its processor. */
export function addProcessorHooks({ api: { app } }: RunningApi, hooks: Partial<ProcessorHooks>): void {
  const processor = app.get(PaymentProcessor);
  Object.assign(processor, withHooks(processor, hooks));
}

export const cardOf = (number: string) => ({ number, expiry: '12 / 39', code: '123' });

/** Submits the form of a payment page like a browser without JavaScript. */
export async function submitCard(
  page: string,
  card: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(card),
    headers,
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export async function openPage(page: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(page, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export const statusOf = async (api: RunningApi, account: Holder, id: string): Promise<string> =>
  (await asHolder(api, account, 'GET', `/v1/payments/${id}/status`)).body.status as string;

export const asHolder = (
  api: RunningApi,
  account: Holder,
  method: string,
  path: string,
): Promise<TestResponse> => api.request(method, path, { token: account.token });

export const availableOf = async (api: RunningApi, account: Holder): Promise<number> =>
  (await asHolder(api, account, 'GET', '/v1/account/balance')).body.available as number;

/** Charged once and credited once. */
export async function expectPaidOnce(api: RunningApi, account: Holder, payment: Payment): Promise<void> {
  expect(await statusOf(api, account, payment.id)).toBe('succeeded');
  const { data } = (await asHolder(api, account, 'GET', '/v1/transactions')).body as {
    data: Record<string, unknown>[];
  };
  expect(data.filter(({ reference }) => reference === payment.id)).toEqual([
    expect.objectContaining({ type: 'credit', status: 'succeeded', amount: 7500, currency: 'USD' }),
  ]);
  expect(await chargedFor(api.databaseUrl, payment.id)).toBe(7500);
}

/** The sum of the sandbox charges of a request that are not reversed. */
export async function chargedFor(databaseUrl: string, paymentId: string): Promise<number> {
  const [row] = await sql<{ taken: string }>(
    databaseUrl,
    `SELECT coalesce(sum(amount), 0) AS taken FROM sandbox_charges
     WHERE key LIKE $1 || '.%' AND outcome = 'approved' AND reversed_at IS NULL`,
    [paymentId],
  );
  return Number(row?.taken);
}

export async function sql<Row>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Moves the expiry into the past, which the API does not allow. */
export const expirePayment = (api: RunningApi, payment: Payment): Promise<unknown> =>
  sql(api.databaseUrl, `UPDATE payment_requests SET expires_at = created_at WHERE page_digest = $1`, [
    digestOf(payment),
  ]);

export const digestOf = ({ page }: Payment): string => {
  const secret = new URL(page).pathname.slice('/pay/'.length);
  return createHash('sha256').update(secret).digest('base64url');
};
