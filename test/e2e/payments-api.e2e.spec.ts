import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
import {
  aPaymentBody,
  APPROVED,
  asHolder,
  cardOf,
  openPage,
  requestPayment,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

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

const create = (change: Record<string, unknown>, token = account.token) =>
  api.request('POST', '/v1/payments', { token, body: aPaymentBody(account, change) });

const inAWhile = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

describe('creating a payment request', () => {
  it('returns 201 with all documented fields, the status pending and the payment URL', async () => {
    const metadata = { order: 'A-1', constructor: 'kept', nested: { deep: [1] } };
    const { status, body } = await create({ metadata });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^pay_[0-9a-z]{26}$/),
      account_id: account.id,
      amount: 7500,
      currency: 'USD',
      status: 'pending',
      customer_email: 'grace@example.com',
      reference: 'INV-2026-014',
      metadata,
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      expires_at: new Date(Date.parse(body.created_at as string) + 86_400_000).toISOString(),
      transaction_id: null,
      refunded_amount: 0,
      subscription_id: null,
      canceled_at: null,
      cancel_reason: null,
      paid_at: null,
      payment_method: null,
      last_decline_reason: null,
      description: null,
      line_items: [],
      success_url: null,
      cancel_url: null,
      send_email: false,
      payment_url: expect.stringMatching(new RegExp(`^${api.url}/pay/[A-Za-z0-9_-]{32}$`)),
    });
  });

  it('returns null and {} for a missing reference and metadata', async () => {
    const { body } = await create({ reference: undefined });
    expect(body).toMatchObject({ reference: null, metadata: {} });
  });

  it('returns a unique payment URL that does not contain the id', async () => {
    const [first, second] = [(await create({})).body, (await create({})).body];
    expect(first.payment_url).not.toBe(second.payment_url);
    expect(first.payment_url).not.toContain((first.id as string).slice(4, 12));
  });

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: '7500' }],
    ['amount', { amount: 1e300 }],
    ['currency', { currency: 'usd' }],
    ['customer_email', { customer_email: 'not-an-email' }],
    ['customer_email', { customer_email: undefined }],
    ['account_id', { account_id: undefined }],
    ['reference', { reference: '' }],
    ['metadata', { metadata: [] }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['expires_at', { expires_at: inAWhile(60_000) }],
    ['expires_at', { expires_at: inAWhile(31 * 86_400_000) }],
    ['currency', { currency: 'EUR' }],
    ['colour', { colour: 'red' }],
  ])('rejects an invalid %s with 400: %j', async (field, change) => {
    const { status, body } = await create(change);
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_request', message: expect.stringContaining(field) });
  });

  it('accepts an expiry of five minutes and of thirty days from now', async () => {
    for (const ahead of [5 * 60_000, 30 * 86_400_000 - 1_000]) {
      const expires_at = inAWhile(ahead);
      expect((await create({ expires_at })).body.expires_at).toBe(expires_at);
    }
  });

  it('returns 404 account_not_found for unknown, malformed, foreign and closed accounts', async () => {
    const foreign = await openAccount(api);
    const closed = await openAccount(api);
    const admin = await logInAdmin(api);
    expectStatus(await asHolder(api, closed, 'DELETE', '/v1/account'), 200);
    const plain = await addUser(api);
    for (const response of [
      await create({ account_id: 'acct_00000000000000000000000000' }),
      await create({ account_id: 'nonsense' }),
      await create({ account_id: foreign.id }),
      await create({}, plain.token),
      await create({ account_id: closed.id }, admin),
    ]) {
      expect(response.status).toBe(404);
      expect(response.body).toEqual({ error: 'account_not_found', message: 'There is no such account.' });
    }
    for (const [token, named] of [
      [account.token, foreign.id],
      [admin, 'nonsense'],
    ] as const) {
      const body = aPaymentBody(account);
      const options = { token, body, headers: { 'x-account-id': named } };
      expectRefusal(await api.request('POST', '/v1/payments', options), 404, 'account_not_found');
    }
  });

  it('returns 401 without a token, and 400 for a suspended account', async () => {
    const { status, body } = await api.request('POST', '/v1/payments', { body: aPaymentBody(account) });
    expect([status, body.error]).toEqual([401, 'unauthorized']);

    const suspended = await openAccount(api);
    const admin = await logInAdmin(api);
    const change = { token: admin, body: { status: 'suspended' } };
    expectStatus(await api.request('PATCH', `/v1/accounts/${suspended.id}`, change), 200);
    expect((await create({ account_id: suspended.id }, admin)).body.error).toBe('invalid_request');
  });

  it('is allowed for members, keys, admins and platform keys', async () => {
    const admin = await logInAdmin(api);
    const member = await addUser(api, account.token);
    for (const token of [member.token, await addKey(api, account.token), admin]) {
      expect((await create({}, token)).status).toBe(201);
    }
  });

  it('happens once for an Idempotency-Key, and the retry returns the same URL', async () => {
    const once = (key: string, amount = 7500) =>
      api.request('POST', '/v1/payments', {
        token: account.token,
        headers: { 'idempotency-key': key },
        body: aPaymentBody(account, { amount }),
      });
    const responses = await Promise.all(Array.from({ length: 10 }, () => once('order 1')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(9);
    expect((await openPage(responses[0]!.body.payment_url as string)).status).toBe(200);
    expect((await once('order 1', 7501)).body.error).toBe('idempotency_mismatch');
  });
});

describe('a payment request', () => {
  it('has exactly the documented fields', async () => {
    const { id } = await requestPayment(api, account);
    const { status, body } = await asHolder(api, account, 'GET', `/v1/payments/${id}/status`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      status: 'pending',
      amount: 7500,
      currency: 'USD',
      reference: 'INV-2026-014',
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it('is returned as it was created, including the payment URL', async () => {
    const { body } = await create({ metadata: { b: 1, a: { '2': 'x', '1': 'y' } } });
    const again = await asHolder(api, account, 'GET', `/v1/payments/${body.id as string}`);
    expect(again.text).toBe(JSON.stringify({ ...body, attempts: [] }));
  });

  it('is 404 for other accounts, and for malformed and unknown ids', async () => {
    const { id } = await requestPayment(api, account);
    const foreign = await openAccount(api);
    const plain = await addUser(api);
    const paths = [`/v1/payments/${id}`, `/v1/payments/${id}/status`];
    for (const path of paths) {
      for (const token of [foreign.token, plain.token]) {
        const { status, body } = await api.request('GET', path, { token });
        expect([status, body.error]).toEqual([404, 'not_found']);
      }
      expect((await api.request('GET', path)).status).toBe(401);
    }
    for (const unknown of ['pay_00000000000000000000000000', 'nonsense', account.id]) {
      for (const [method, path] of [
        ['GET', `/v1/payments/${unknown}`],
        ['GET', `/v1/payments/${unknown}/status`],
        ['DELETE', `/v1/payments/${unknown}`],
      ] as const) {
        const { status, body } = await asHolder(api, account, method, path);
        expect([status, body.error]).toEqual([404, 'not_found']);
      }
    }
  });

  it('is listed newest first, by status, with cursors in both directions', async () => {
    const lister = await openAccount(api);
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await requestPayment(api, lister)).id);
    const list = async (query: string) => {
      const { status, body } = await asHolder(api, lister, 'GET', `/v1/payments${query}`);
      expect([status, body.object]).toEqual([200, 'list']);
      return [(body.data as { id: string }[]).map(({ id }) => id), body.has_more as boolean];
    };
    expect(await list('')).toEqual([ids, false]);
    expect(await list('?limit=2')).toEqual([ids.slice(0, 2), true]);
    expect(await list(`?limit=2&starting_after=${ids[1]}`)).toEqual([ids.slice(2, 4), true]);
    expect(await list(`?limit=2&ending_before=${ids[4]}`)).toEqual([ids.slice(2, 4), true]);
    expectStatus(await asHolder(api, lister, 'DELETE', `/v1/payments/${ids[2]}`), 200);
    expect(await list('?status=canceled')).toEqual([[ids[2]], false]);
    expect(await list('?status=pending')).toEqual([[ids[0], ids[1], ids[3], ids[4]], false]);
    for (const bad of [
      `?starting_after=${ids[0]}&ending_before=${ids[1]}`,
      '?starting_after=x',
      '?status=paid',
      '?limit=101',
    ]) {
      expect((await asHolder(api, lister, 'GET', `/v1/payments${bad}`)).status).toBe(400);
    }
    const admin = await logInAdmin(api);
    const headers = { 'x-account-id': lister.id };
    const listing = await api.request('GET', '/v1/payments', { token: admin, headers });
    expect(listing.body.data).toHaveLength(5);
    const all = await api.request('GET', '/v1/payments', { token: admin });
    expect((all.body as { data: unknown[] }).data.length).toBeGreaterThan(5);
  });

  it('is found by its reference, in the caller’s account, or in all accounts for admins', async () => {
    const reference = 'Größe 4 & 20 % – "A/1"';
    const [own, foreign] = [await openAccount(api), await openAccount(api)];
    const idOf = async (holder: Holder, change: object) =>
      (await requestPayment(api, holder, { reference, ...change })).id;
    const first = await idOf(own, {});
    const second = await idOf(own, {});
    const other = await idOf(foreign, {});
    await idOf(own, { reference: 'Größe 4' });
    const admin = await logInAdmin(api);
    const found = async (token: string, more = '', headers = {}) => {
      const path = `/v1/payments?reference=${encodeURIComponent(reference)}${more}`;
      const { body } = await api.request<{ data: { id: string }[] }>('GET', path, { token, headers });
      return body.data.map(({ id }) => id);
    };
    expect(await found(own.token)).toEqual([second, first]);
    expect(await found(own.token, `&starting_after=${second}`)).toEqual([first]);
    expect(await found(own.token, '&status=succeeded')).toEqual([]);
    expect(await found(foreign.token)).toEqual([other]);
    expect(await found(admin)).toEqual([other, second, first]);
    expect(await found(admin, '&status=pending')).toEqual([other, second, first]);
    expect(await found(admin, '', { 'x-account-id': own.id })).toEqual([second, first]);
  });

  it.each(['reference=', `reference=${'x'.repeat(256)}`, 'reference=a&reference=b'])(
    'cannot be searched by an invalid reference: %s',
    async (query) => {
      const { status, body } = await asHolder(api, account, 'GET', `/v1/payments?${query}`);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_request', message: expect.stringContaining('reference') });
    },
  );

  it('can be canceled once, while it is pending, but not after it was paid', async () => {
    const { id } = await requestPayment(api, account);
    const { status, body } = await asHolder(api, account, 'DELETE', `/v1/payments/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      status: 'canceled',
      canceled_at: expect.stringMatching(/Z$/),
      message: expect.any(String),
    });
    const again = await asHolder(api, account, 'DELETE', `/v1/payments/${id}`);
    expect([again.status, again.body.error]).toEqual([409, 'not_cancellable']);
    const stored = await asHolder(api, account, 'GET', `/v1/payments/${id}`);
    expect(stored.body).toMatchObject({
      status: 'canceled',
      canceled_at: body.canceled_at,
      cancel_reason: 'requested',
    });

    const paid = await requestPayment(api, account);
    expect((await submitCard(paid.page, cardOf(APPROVED))).status).toBe(303);
    const late = await asHolder(api, account, 'DELETE', `/v1/payments/${paid.id}`);
    expect([late.status, late.body.error]).toEqual([409, 'not_cancellable']);
  });

  it('has an event for each change', async () => {
    const merchant = await openAccount(api);
    const paid = await requestPayment(api, merchant);
    const canceled = await requestPayment(api, merchant);
    await submitCard(paid.page, cardOf('4000 0000 0000 0002'));
    await submitCard(paid.page, cardOf(APPROVED));
    await asHolder(api, merchant, 'DELETE', `/v1/payments/${canceled.id}`);
    const { body } = await asHolder(api, merchant, 'GET', '/v1/events');
    const events = (body.data as { type: string; subject_id: string; data: object }[]).reverse();
    const typesOf = (id: string) =>
      events.filter(({ subject_id }) => subject_id === id).map(({ type }) => type);
    expect(typesOf(paid.id)).toEqual([
      'payment_request.created',
      'payment_request.declined',
      'payment_request.succeeded',
    ]);
    expect(typesOf(canceled.id)).toEqual(['payment_request.created', 'payment_request.canceled']);
    expect(events.filter(({ type }) => type === 'transaction.succeeded')).toHaveLength(1);
    const succeeded = events.find(({ type }) => type === 'payment_request.succeeded');
    expect(succeeded?.data).toMatchObject({ card: { brand: 'visa', last4: '4242' }, amount: 7500 });
  });

  it('is canceled with its account, and prevents a change of currency while it is pending', async () => {
    const closing = await openAccount(api);
    const payment = await requestPayment(api, closing);
    const change = { token: closing.token, body: { settings: { currency: 'EUR' } } };
    expect((await api.request('PATCH', '/v1/account', change)).status).toBe(400);

    expectStatus(await asHolder(api, closing, 'DELETE', '/v1/account'), 200);
    const admin = await logInAdmin(api);
    const { body } = await api.request('GET', `/v1/payments/${payment.id}`, { token: admin });
    expect(body.status).toBe('canceled');
    expect((await openPage(payment.page)).text).toContain('This request was canceled');
  });
});
