import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PaymentRequestId, uuidFromId } from '@florin/kernel';
import { expectRefusal, expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import { aPaymentBody, asHolder, requestPayment, sql } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi();
  account = await openAccount(api);
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

const create = (change: Record<string, unknown>) =>
  api.request('POST', '/v1/payments', { token: account.token, body: aPaymentBody(account, change) });

const item = (quantity: unknown, unit_amount: unknown, name: unknown = 'Tea') => ({
  name,
  quantity,
  unit_amount,
});

const CHECKOUT = {
  description: 'Order A-1001, „Grüße“',
  line_items: [item(2, 3000, 'Green tea'), item(3, 500, 'Cup <b>'), item(1, 0, 'Gift')],
  success_url: 'https://shop.example/thanks?payment={PAYMENT_ID}',
  cancel_url: 'http://localhost:3000/cart',
  send_email: true,
};

describe('a payment request with line items and return URLs', () => {
  it('shows them as they were sent, wherever it is shown', async () => {
    const { status, body } = await create(CHECKOUT);
    expect(status).toBe(201);
    expect(body).toMatchObject(CHECKOUT);
    const retrieved = await asHolder(api, account, 'GET', `/v1/payments/${String(body.id)}`);
    expect(retrieved.body).toMatchObject(CHECKOUT);
    const { data } = (await asHolder(api, account, 'GET', '/v1/payments?limit=1')).body;
    expect(data).toEqual([body]);
  });

  it('is shown by a dry run, and not stored', async () => {
    const { body } = await api.request('POST', '/v1/payments', {
      token: account.token,
      headers: { 'dry-run': 'true' },
      body: aPaymentBody(account, { ...CHECKOUT, reference: 'dry run' }),
    });
    expect(body).toMatchObject({ dry_run: true, result: CHECKOUT });
    expect((await asHolder(api, account, 'GET', '/v1/payments?reference=dry%20run')).body.data).toEqual([]);
  });

  it.each([
    ['description', { description: '' }],
    ['description', { description: 'x'.repeat(501) }],
    ['description', { description: 'a\u202eb' }],
    ['description', { description: 7 }],
    ['line_items', { line_items: [] }],
    ['line_items', { line_items: Array(51).fill(item(1, 0)) }],
    ['line_items', { line_items: item(1, 7500) }],
    ['line_items', { line_items: ['Tea'] }],
    ['line_items', { line_items: [item(1, 7499)] }],
    ['line_items', { line_items: [item(1, 7500), item(1, 1)] }],
    ['line_items[0].name', { line_items: [item(1, 7500, '')] }],
    ['line_items[0].name', { line_items: [item(1, 7500, 'x'.repeat(256))] }],
    ['line_items[1].quantity', { line_items: [item(1, 7500), item(0, 1)] }],
    ['line_items[0].quantity', { line_items: [item(10_000, 1)] }],
    ['line_items[0].quantity', { line_items: [item('1', 7500)] }],
    ['line_items[0].quantity', { line_items: [item(1.5, 5000)] }],
    ['line_items[1].unit_amount', { line_items: [item(1, 7600), item(1, -100)] }],
    ['line_items[0].unit_amount', { line_items: [item(1, 1e300)] }],
    ['line_items[0].colour', { line_items: [{ ...item(1, 7500), colour: 'red' }] }],
    ['send_email', { send_email: 'yes' }],
  ])('is refused with 400 for an invalid %s: %j', async (field, change) => {
    const { status, body } = await create(change);
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_request', message: expect.stringContaining(field) });
  });

  it('refuses line items that do not add up before it looks for the account', async () => {
    const change = { line_items: [item(1, 1)], account_id: 'acct_unknown' };
    const response = await create(change);
    expectRefusal(response, 400, 'invalid_request');
    expect(response.body.message).toBe('line_items must add up to amount: their sum is 1, amount is 7500.');
  });

  it.each([
    'javascript:alert(document.domain)',
    'JAVASCRIPT://shop.example/%0aalert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'file:///etc/passwd',
    'ftp://shop.example/',
    'http://shop.example/',
    '//evil.example/',
    '/thanks',
    'https:evil.example',
    'https:\\\\evil.example',
    'https://user:password@shop.example/',
    'https://shop.example@evil.example/',
    'https://{PAYMENT_ID}.evil.example/',
    'https://shop.example/\r\nSet-Cookie:a=b',
    ' https://shop.example/',
    `https://shop.example/${'x'.repeat(2048)}`,
    7,
  ])('is refused with 400 for the return URL %j', async (url) => {
    for (const field of ['success_url', 'cancel_url']) {
      const response = await create({ [field]: url });
      expectRefusal(response, 400, 'invalid_request');
      expect(response.body.message).toMatch(field);
    }
  });

  it('cannot be one of a subscription', async () => {
    for (const [field, value] of Object.entries(CHECKOUT)) {
      const response = await api.request('POST', '/v1/subscriptions', {
        token: account.token,
        body: { ...aPaymentBody(account), interval: 'month', [field]: value },
      });
      expectRefusal(response, 400, 'invalid_request');
    }
    const subscription = await api.request('POST', '/v1/subscriptions', {
      token: account.token,
      body: { ...aPaymentBody(account), interval: 'month' },
    });
    const { id } = expectStatus(subscription, 201).body as { id: string };
    const { data } = (await asHolder(api, account, 'GET', `/v1/payments?subscription_id=${id}`)).body;
    expect(data).toMatchObject([{ description: null, line_items: [], success_url: null, cancel_url: null }]);
    expectStatus(await asHolder(api, account, 'DELETE', `/v1/subscriptions/${id}`), 200);
  });

  it('keeps them when it is canceled together with the account', async () => {
    const closing = await openAccount(api);
    const { id } = await requestPayment(api, closing, CHECKOUT);
    expectStatus(await asHolder(api, closing, 'DELETE', '/v1/account'), 200);
    const [row] = await stored(id);
    expect(row).toMatchObject({ status: 'canceled', description: CHECKOUT.description, items: 3 });
  });
});

const stored = (id: string) =>
  sql<Record<string, unknown>>(
    api.databaseUrl,
    `SELECT status, description, json_array_length(line_items) AS items FROM payment_requests WHERE id = $1`,
    [uuidFromId(id as PaymentRequestId)],
  );
