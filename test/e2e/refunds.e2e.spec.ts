import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addKey,
  addUser,
  expectRefusal,
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  outcomeOf,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import {
  APPROVED,
  asHolder,
  availableOf,
  cardOf,
  type Payment,
  REFUNDS_FAIL,
  requestPayment,
  sql,
  statusOf,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let admin: string;
let account: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = await logInAdmin(api);
  account = await openAccount(api);
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

async function aPayment(holder = account, card = APPROVED): Promise<Payment> {
  const payment = await requestPayment(api, holder);
  await submitCard(payment.page, cardOf(card));
  expect(await statusOf(api, holder, payment.id)).toBe('succeeded');
  return payment;
}

const refund = (
  { id }: { readonly id: string },
  body: object = {},
  { token = account.token, key }: { readonly token?: string; readonly key?: string } = {},
) =>
  api.request('POST', `/v1/payments/${id}/refunds`, {
    token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

const refundedAmountOf = async ({ id }: Payment): Promise<unknown> =>
  (await asHolder(api, account, 'GET', `/v1/payments/${id}`)).body.refunded_amount;

describe('refunding a payment', () => {
  it('returns 201 with all documented fields, and takes the amount from the account', async () => {
    const payment = await aPayment();
    const before = await availableOf(api, account);
    const { status, body } = await refund(payment, { amount: 2500, reason: 'returned goods' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^re_[0-9a-z]{26}$/),
      payment_id: payment.id,
      account_id: account.id,
      amount: 2500,
      currency: 'USD',
      status: 'succeeded',
      reason: 'returned goods',
      failure_reason: null,
      transaction_id: expect.stringMatching(/^txn_/),
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(await availableOf(api, account)).toBe(before - 2500);
    expect(await refundedAmountOf(payment)).toBe(2500);
    const read = await asHolder(api, account, 'GET', `/v1/refunds/${String(body.id)}`);
    expect(expectStatus(read, 200).body).toEqual(body);
    const transaction = await asHolder(
      api,
      account,
      'GET',
      `/v1/transactions/${String(body.transaction_id)}`,
    );
    expect(transaction.body).toMatchObject({
      type: 'payment',
      status: 'succeeded',
      amount: 2500,
      refund_id: body.id,
      refund_of: null,
      reference: payment.id,
    });
  });

  it('refunds what is left without an amount, and lists the refunds newest first', async () => {
    const payment = await aPayment();
    const first = (await refund(payment, { amount: 1000 })).body;
    const second = (await refund(payment)).body;
    expect(second).toMatchObject({ amount: 6500, reason: null });
    const path = `/v1/payments/${payment.id}/refunds`;
    expect((await asHolder(api, account, 'GET', path)).body).toEqual({
      object: 'list',
      data: [second, first],
      has_more: false,
    });
    const page = await asHolder(api, account, 'GET', `${path}?limit=1&starting_after=${String(second.id)}`);
    expect(page.body).toMatchObject({ data: [first], has_more: false });
    expectRefusal(await refund(payment), 400, 'invalid_request');
    expect(await refundedAmountOf(payment)).toBe(7500);
  });

  it('records events of the refund and of its transaction, with the actor', async () => {
    const { body } = await refund(await aPayment());
    const eventsOf = async (id: unknown) => {
      const response = await asHolder(api, account, 'GET', `/v1/events?subject_id=${String(id)}`);
      return expectStatus(response, 200).body.data as { type: string; actor: string; data: object }[];
    };
    const ofRefund = await eventsOf(body.id);
    expect(ofRefund.map(({ type }) => type)).toEqual(['refund.succeeded', 'refund.created']);
    expect(ofRefund[0]?.actor).toBe('system');
    expect(ofRefund[1]?.actor).toMatch(/^user_/);
    expect(ofRefund[1]?.data).toMatchObject({
      payment_id: body.payment_id,
      transaction_id: body.transaction_id,
    });
    const ofTransaction = await eventsOf(body.transaction_id);
    expect(ofTransaction).toMatchObject([
      { type: 'transaction.succeeded', data: { refund_id: body.id } },
      { type: 'transaction.created', data: { refund_id: body.id } },
    ]);
  });

  it('fails with the card 4000 0000 0000 5126, and releases the amount', async () => {
    const holder = await openAccount(api);
    const payment = await aPayment(holder, REFUNDS_FAIL);
    const { status, body } = await refund(payment, {}, { token: holder.token });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'failed', failure_reason: 'refund_declined', amount: 7500 });
    expect(await availableOf(api, holder)).toBe(7500);
    const transaction = await asHolder(api, holder, 'GET', `/v1/transactions/${String(body.transaction_id)}`);
    expect(transaction.body).toMatchObject({ status: 'failed', failure_reason: 'refund_declined' });
  });

  it.each([
    [{ amount: 0 }],
    [{ amount: 7501 }],
    [{ amount: 1.5 }],
    [{ amount: '100' }],
    [{ reason: '' }],
    [{ reason: 'r'.repeat(256) }],
    [{ currency: 'USD' }],
  ])('rejects %j with 400 and changes nothing', async (body) => {
    const payment = await aPayment();
    expectRefusal(await refund(payment, body), 400, 'invalid_request');
    expect(await refundedAmountOf(payment)).toBe(0);
  });

  it('rejects a payment that is not paid with 409, and an unknown one with 404', async () => {
    expectRefusal(await refund(await requestPayment(api, account)), 409, 'conflict');
    for (const id of ['pay_01k9zxv3s8e7qv5m2c4w6y8h0j', 'nothing', account.id])
      expectRefusal(await refund({ id }), 404, 'not_found');
  });

  it('rejects with 402 what the account cannot pay, after the amount was checked', async () => {
    const holder = await openAccount(api);
    const payment = await aPayment(holder);
    const spend = { account_id: holder.id, amount: 1, currency: 'USD', type: 'payment' };
    expectStatus(await api.request('POST', '/v1/transactions', { token: holder.token, body: spend }), 201);
    const { token } = holder;
    expectRefusal(await refund(payment, { amount: 7501 }, { token }), 400, 'invalid_request');
    expectRefusal(await refund(payment, {}, { token }), 402, 'insufficient_funds');
    expectStatus(await refund(payment, { amount: 7499 }, { token }), 201);
  });

  it('is refused in a suspended account', async () => {
    const holder = await openAccount(api);
    const payment = await aPayment(holder);
    const suspend = { token: admin, body: { status: 'suspended' } };
    expectStatus(await api.request('PATCH', `/v1/accounts/${holder.id}`, suspend), 200);
    expectRefusal(await refund(payment, {}, { token: admin }), 400, 'invalid_request');
  });

  it('does not support a dry run', async () => {
    const payment = await aPayment();
    const options = { token: account.token, body: {}, headers: { 'dry-run': 'true' } };
    const response = await api.request('POST', `/v1/payments/${payment.id}/refunds`, options);
    expectRefusal(response, 400, 'invalid_request');
    expect(await refundedAmountOf(payment)).toBe(0);
  });
});

describe('a refund with an Idempotency-Key', () => {
  it('is created once, and every answer shows it as it is now', async () => {
    const payment = await aPayment();
    const first = await refund(payment, { amount: 100 }, { key: 'once' });
    const again = await refund(payment, { amount: 100 }, { key: 'once' });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.body.status).toBe('succeeded');
    expectRefusal(await refund(payment, { amount: 101 }, { key: 'once' }), 422, 'idempotency_mismatch');
    expect(await refundedAmountOf(payment)).toBe(100);
  });

  it('is created once by twenty concurrent requests', async () => {
    const payment = await aPayment();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refund(payment, {}, { key: 'all' })),
    );
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await refundedAmountOf(payment)).toBe(7500);
  });
});

describe('concurrent refunds', () => {
  /** Those that wait too long for the balance get 503, and are sent again, as clients do. */
  async function refundWhenFree(payment: { readonly id: string }, body: object, key: string) {
    for (;;) {
      const response = await refund(payment, body, { key });
      if (response.status !== 503) return response;
    }
  }

  it('of one payment never exceed it', async () => {
    const payment = await aPayment();
    const one = (_: unknown, number: number) => refundWhenFree(payment, { amount: 400 }, `part-${number}`);
    const responses = await Promise.all(Array.from({ length: 50 }, one));
    const outcomes = Map.groupBy(responses.map(outcomeOf), (outcome) => outcome);
    expect([outcomes.get('201')?.length, outcomes.get('400 invalid_request')?.length]).toEqual([18, 32]);
    expect(await refundedAmountOf(payment)).toBe(7200);
    const [returned] = await sql<{ sum: string }>(
      api.databaseUrl,
      `SELECT sum(amount) FROM sandbox_refunds WHERE charge_key LIKE $1 || '.%' AND outcome = 'succeeded'`,
      [payment.id],
    );
    expect(returned).toEqual({ sum: '7200' });
  });
});

describe('the transaction of a refund', () => {
  it('cannot be settled, canceled or refunded by itself', async () => {
    const { body } = await refund(await aPayment());
    const path = `/v1/transactions/${String(body.transaction_id)}`;
    expectRefusal(await asHolder(api, account, 'DELETE', path), 409, 'not_cancellable');
    const settle = { token: admin, body: {} };
    expectRefusal(await api.request('POST', `${path}/settle`, settle), 409, 'conflict');
    const refundOf = {
      account_id: account.id,
      amount: 1,
      currency: 'USD',
      type: 'refund',
      refund_of: body.transaction_id,
    };
    const created = await api.request('POST', '/v1/transactions', { token: account.token, body: refundOf });
    expectRefusal(created, 400, 'invalid_request');
  });
});

describe('access to refunds', () => {
  it('is granted to the owner, account keys, admins and platform keys; members only read', async () => {
    const payment = await aPayment();
    const tokens = [account.token, await addKey(api, account.token), admin, await addKey(api, admin)];
    const ids: unknown[] = [];
    for (const token of tokens)
      ids.push(expectStatus(await refund(payment, { amount: 1 }, { token }), 201).body.id);
    const { token: member } = await addUser(api, account.token);
    const { token: stranger } = await addUser(api);
    const paths = [`/v1/payments/${payment.id}/refunds`, `/v1/refunds/${String(ids[0])}`];
    for (const token of [...tokens, member])
      for (const path of paths) expectStatus(await api.request('GET', path, { token }), 200);
    expectRefusal(await refund(payment, {}, { token: member }), 403, 'forbidden');
    expectRefusal(await refund(payment, {}, { token: stranger }), 403, 'forbidden');
    const { token: other } = await openAccount(api);
    for (const path of paths)
      expectRefusal(await api.request('GET', path, { token: other }), 404, 'not_found');
    expectRefusal(await refund(payment, {}, { token: other }), 404, 'not_found');
  });
});
