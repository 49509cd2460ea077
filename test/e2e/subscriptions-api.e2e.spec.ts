import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SubscriptionId, uuidFromId } from '@florin/kernel';
import {
  addKey,
  addUser,
  expectRefusal,
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import { APPROVED, asHolder, availableOf, cardOf, sql, submitCard } from '../support/payments.js';
import { type TestResponse, type Fields, type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  account = await openAccount(api);
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

const aBody = (change: Fields = {}): Fields => ({
  account_id: account.id,
  customer_email: 'Grace@Example.com',
  amount: 1900,
  currency: 'USD',
  interval: 'month',
  ...change,
});

const post = (
  body: unknown,
  token = account.token,
  headers: Record<string, string> = {},
): Promise<TestResponse> => api.request('POST', '/v1/subscriptions', { body, token, headers });

async function subscribe(change: Fields = {}, token = account.token): Promise<Fields & { id: string }> {
  return expectStatus(await post(aBody(change), token), 201).body as Fields & { id: string };
}

const patch = (id: string, body: unknown, token = account.token): Promise<TestResponse> =>
  api.request('PATCH', `/v1/subscriptions/${id}`, { body, token });

describe('the payment page of a subscription', () => {
  it('shows the billing period, also after the payment', async () => {
    const { id, latest_payment_url: url } = await subscribe();
    const subscription = [uuidFromId(id as SubscriptionId)];
    const [stored] = await sql(
      api.databaseUrl,
      'SELECT anchor_at FROM subscriptions WHERE id = $1',
      subscription,
    );
    const begin = (at: unknown) =>
      sql(api.databaseUrl, 'UPDATE subscriptions SET anchor_at = $2 WHERE id = $1', [...subscription, at]);
    await begin('2031-01-31T12:00Z');
    const shown = /<dt>Period<\/dt>\s*<dd>Jan 31\s–\sFeb 28, 2031<\/dd>/;
    expect(await (await fetch(url as string)).text()).toMatch(shown);
    expect((await submitCard(url as string, cardOf(APPROVED))).status).toBe(303);
    expect(await (await fetch(url as string)).text()).toMatch(shown);
    await begin((stored as { anchor_at: Date }).anchor_at);
  });
});

describe('POST /v1/subscriptions', () => {
  it('returns the subscription, whose first payment request can be paid at once', async () => {
    const holder = await openAccount(api);
    const body = await subscribe(
      { account_id: holder.id, reference: 'PLAN-7', metadata: { plan: 'gold' } },
      holder.token,
    );
    const { created_at: createdAt, current_period_end: end, latest_payment_id: paymentId } = body;
    expect(body).toEqual({
      id: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
      account_id: holder.id,
      customer_email: 'grace@example.com',
      amount: 1900,
      currency: 'USD',
      interval: 'month',
      status: 'active',
      reference: 'PLAN-7',
      metadata: { plan: 'gold' },
      current_period: 1,
      current_period_start: createdAt,
      current_period_end: expect.any(String),
      current_period_paid_at: null,
      latest_payment_id: expect.stringMatching(/^pay_/),
      latest_payment_url: expect.stringContaining('/pay/'),
      created_at: expect.any(String),
      updated_at: createdAt,
      canceled_at: null,
    });
    expect(new Date(end as string).getTime()).toBeGreaterThan(new Date(createdAt as string).getTime());

    const payment = (await asHolder(api, holder, 'GET', `/v1/payments/${String(paymentId)}`)).body;
    expect(payment).toMatchObject({
      status: 'pending',
      amount: 1900,
      reference: 'PLAN-7',
      metadata: { plan: 'gold' },
      subscription_id: body.id,
      payment_url: body['latest_payment_url'],
    });
    const page = api.url + new URL(body['latest_payment_url'] as string).pathname;
    expect((await submitCard(page, cardOf(APPROVED))).status).toBe(303);
    const after = (await asHolder(api, holder, 'GET', `/v1/subscriptions/${body.id}`)).body;
    expect(after).toMatchObject({ status: 'active', current_period: 1 });
    expect(after['current_period_paid_at']).toEqual(expect.any(String));
    expect(await availableOf(api, holder)).toBe(1900);

    const issued = await asHolder(api, holder, 'GET', `/v1/payments?subscription_id=${body.id}`);
    expect(issued.body.data).toMatchObject([{ id: paymentId, status: 'succeeded' }]);
    const strange = await asHolder(api, account, 'GET', `/v1/payments?subscription_id=${body.id}`);
    expect(strange.body).toMatchObject({ data: [], has_more: false });
    const called = async (reference: string) =>
      (await asHolder(api, holder, 'GET', `/v1/subscriptions?reference=${reference}`)).body.data;
    expect(await called('PLAN-7')).toMatchObject([{ id: body.id }]);
    expect(await called('plan-7')).toEqual([]);
    expectRefusal(
      await asHolder(api, holder, 'GET', '/v1/payments?subscription_id=x'),
      400,
      'invalid_request',
    );

    const { data } = (await asHolder(api, holder, 'GET', '/v1/events')).body as { data: Fields[] };
    // The subscription precedes its payment request, and the transaction precedes what it pays. Times follow this order.
    expect(data.map(({ type }) => type).reverse()).toEqual([
      'account.opened',
      'subscription.created',
      'payment_request.created',
      'transaction.created',
      'transaction.succeeded',
      'payment_request.succeeded',
      'subscription.paid',
    ]);
    const times = data.map(({ created_at: at }) => String(at)).reverse();
    expect(times).toEqual([...times].sort());
  });

  it.each([
    ['no customer_email', { customer_email: undefined }],
    ['a bad customer_email', { customer_email: 'grace' }],
    ['no amount', { amount: undefined }],
    ['an amount of nothing', { amount: 0 }],
    ['a broken amount', { amount: 1.5 }],
    ['a currency in lower case', { currency: 'usd' }],
    ['another currency than the account’s', { currency: 'EUR' }],
    ['no interval', { interval: undefined }],
    ['an unknown interval', { interval: 'fortnight' }],
    ['an unknown field', { colour: 'red' }],
    ['an empty reference', { reference: '' }],
    ['metadata that is no object', { metadata: [] }],
    ['no account', { account_id: undefined }],
  ])('rejects %s', async (_, change) => {
    expectRefusal(await post(aBody(change)), 400, 'invalid_request');
  });

  it('returns 404 for accounts that the caller may not see, and rejects accounts that are not active', async () => {
    const other = await openAccount(api);
    const userWithoutAccount = await addUser(api);
    expectRefusal(await post(aBody({ account_id: 'acct_nothing' })), 404, 'account_not_found');
    expectRefusal(await post(aBody({ account_id: other.id })), 404, 'account_not_found');
    expectRefusal(await post(aBody(), userWithoutAccount.token), 404, 'account_not_found');
    expectRefusal(await post(aBody(), 'no token'), 401, 'unauthorized');
    const admin = await logInAdmin(api);
    const suspended = await api.request('PATCH', `/v1/accounts/${other.id}`, {
      token: admin,
      body: { status: 'suspended' },
    });
    expectStatus(suspended, 200);
    expectRefusal(await post(aBody({ account_id: other.id }), admin), 400, 'invalid_request');
  });

  it('happens once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'subscribe once' };
    const first = expectStatus(await post(aBody(), account.token, headers), 201);
    const again = expectStatus(await post(aBody(), account.token, headers), 201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expectRefusal(await post(aBody({ amount: 5 }), account.token, headers), 422, 'idempotency_mismatch');
  });
});

describe('GET /v1/subscriptions', () => {
  it('lists the subscriptions of the account, newest first, by cursor and status', async () => {
    const holder = await openAccount(api);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.unshift((await subscribe({ account_id: holder.id }, holder.token)).id);
    }
    const list = async (query: string) => {
      const { body } = expectStatus(await asHolder(api, holder, 'GET', `/v1/subscriptions?${query}`), 200);
      const {
        object,
        data,
        has_more: hasMore,
      } = body as { object: string; data: Fields[]; has_more: boolean };
      expect(object).toBe('list');
      return { ids: data.map(({ id }) => id), hasMore };
    };
    expect(await list('')).toEqual({ ids, hasMore: false });
    expect(await list('limit=2')).toEqual({ ids: ids.slice(0, 2), hasMore: true });
    expect(await list(`limit=2&starting_after=${ids[1]!}`)).toEqual({ ids: ids.slice(2), hasMore: false });
    expect(await list(`limit=1&ending_before=${ids[2]!}`)).toEqual({ ids: [ids[1]], hasMore: true });
    await patch(ids[1]!, { status: 'paused' }, holder.token);
    expect(await list('status=paused')).toEqual({ ids: [ids[1]], hasMore: false });
    for (const query of ['status=asleep', 'limit=0', 'limit=101', 'starting_after=txn_1', 'colour=red']) {
      expectRefusal(await asHolder(api, holder, 'GET', `/v1/subscriptions?${query}`), 400, 'invalid_request');
    }
  });

  it('shows a subscription only to callers who may see the account', async () => {
    const { id } = await subscribe();
    const path = `/v1/subscriptions/${id}`;
    const key = await addKey(api, account.token);
    const admin = await logInAdmin(api);
    for (const token of [account.token, key, admin]) {
      expect(expectStatus(await api.request('GET', path, { token }), 200).body).toMatchObject({ id });
    }
    const otherTokens = [(await openAccount(api)).token, (await addUser(api)).token];
    for (const token of otherTokens) {
      expectRefusal(await api.request('GET', path, { token }), 404, 'not_found');
      expectRefusal(await patch(id, { status: 'paused' }, token), 404, 'not_found');
      expectRefusal(await api.request('DELETE', path, { token }), 404, 'not_found');
    }
    expectRefusal(await api.request('GET', path), 401, 'unauthorized');
    const malformed = await api.request('GET', '/v1/subscriptions/sub_1', { token: account.token });
    expectRefusal(malformed, 404, 'not_found');
  });
});

describe('PATCH /v1/subscriptions/{id}', () => {
  it('pauses, which cancels the open request, and resumes with a new period and request', async () => {
    const { id, latest_payment_id: first } = await subscribe({ interval: 'day' });
    const paused = expectStatus(await patch(id, { status: 'paused' }), 200).body;
    expect(paused).toMatchObject({ id, status: 'paused', current_period: 1 });
    expect(expectStatus(await patch(id, { status: 'paused' }), 200).body).toEqual(paused);
    const request = await asHolder(api, account, 'GET', `/v1/payments/${String(first)}/status`);
    expect(request.body).toMatchObject({ status: 'canceled' });
    const resumed = expectStatus(await patch(id, { status: 'active' }), 200).body;
    expect(resumed).toMatchObject({ id, status: 'active', current_period: 2 });
    expect(resumed['latest_payment_id']).not.toBe(first);
    expect(expectStatus(await patch(id, { status: 'active' }), 200).body).toEqual(resumed);
    expect(expectStatus(await patch(id, {}), 200).body).toEqual(resumed);
  });

  it.each([
    { status: 'canceled' },
    { status: 'past_due' },
    { status: null },
    { amount: 5 },
    { interval: 'day' },
  ])('rejects %j', async (body) => {
    const { id } = await subscribe();
    expectRefusal(await patch(id, body), 400, 'invalid_request');
  });
});

describe('DELETE /v1/subscriptions/{id}', () => {
  it('cancels once and permanently, and cancels the open request', async () => {
    const { id, latest_payment_id: payment } = await subscribe();
    const canceled = expectStatus(
      await asHolder(api, account, 'DELETE', `/v1/subscriptions/${id}`),
      200,
    ).body;
    expect(canceled).toEqual({
      id,
      status: 'canceled',
      canceled_at: expect.any(String),
      message: expect.any(String),
    });
    const after = (await asHolder(api, account, 'GET', `/v1/subscriptions/${id}`)).body;
    expect(after).toMatchObject({ status: 'canceled', canceled_at: canceled['canceled_at'] });
    const request = await asHolder(api, account, 'GET', `/v1/payments/${String(payment)}/status`);
    expect(request.body).toMatchObject({ status: 'canceled' });
    expectRefusal(await asHolder(api, account, 'DELETE', `/v1/subscriptions/${id}`), 409, 'not_cancellable');
    expectRefusal(await patch(id, { status: 'active' }), 409, 'conflict');
    expectRefusal(await patch(id, { status: 'paused' }), 409, 'conflict');
  });
});

describe('DELETE /v1/account', () => {
  it('is rejected with active subscriptions, and cancels paused ones', async () => {
    const holder = await openAccount(api);
    const { id } = await subscribe({ account_id: holder.id }, holder.token);
    const close = () => asHolder(api, holder, 'DELETE', '/v1/account');
    expectRefusal(await close(), 409, 'active_subscriptions');
    expectStatus(await asHolder(api, holder, 'GET', '/v1/account'), 200);
    await patch(id, { status: 'paused' }, holder.token);
    const closed = expectStatus(await close(), 200).body;
    const admin = await logInAdmin(api);
    const after = (await api.request('GET', `/v1/subscriptions/${id}`, { token: admin })).body;
    expect(after).toMatchObject({ status: 'canceled', canceled_at: closed['closed_at'] });
    expectRefusal(await patch(id, { status: 'active' }, admin), 409, 'conflict');
  });
});
