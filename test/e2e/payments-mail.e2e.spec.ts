import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal, expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import {
  aPaymentBody,
  APPROVED,
  asHolder,
  cardOf,
  expirePayment,
  requestPayment,
  sql,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { subscribe } from '../support/subscriptions.js';

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi({ environment: { MAIL_PAYMENTS_PER_HOUR: '3' } });
  account = await openAccount(api);
});

afterAll(() => api.stop());

const sendEmail = (id: string, headers: Record<string, string> = {}, holder = account) =>
  api.request('POST', `/v1/payments/${id}/send_email`, { token: holder.token, body: {}, headers });

const kindsOf = async () =>
  (await sql<{ kind: string }>(api.databaseUrl, 'SELECT kind FROM mails ORDER BY due_at, id')).map(
    ({ kind }) => kind,
  );

const dueAgainIn = (response: { headers: Headers }) => Number(response.headers.get('retry-after'));

/** Lets the account send again. */
const forgetMails = () => sql(api.databaseUrl, 'TRUNCATE mails');

describe('sending a payment request by email', () => {
  it('answers 202 once an hour, and a retry with the same key gets the same answer', async () => {
    await forgetMails();
    const payment = await requestPayment(api, account);
    const first = expectStatus(await sendEmail(payment.id, { 'idempotency-key': 'once' }), 202);
    expect(first.body).toEqual({ id: payment.id, customer_email: 'grace@example.com' });
    const replayed = expectStatus(await sendEmail(payment.id, { 'idempotency-key': 'once' }), 202);
    expect(replayed.body).toEqual(first.body);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    const second = await sendEmail(payment.id);
    expectRefusal(second, 429, 'rate_limited');
    expect(dueAgainIn(second)).toBeGreaterThan(3_500);
    expect(await kindsOf()).toEqual(['payment_request']);
  });

  it('needs a request of the account that is pending', async () => {
    await forgetMails();
    const paid = await requestPayment(api, account);
    await submitCard(paid.page, cardOf(APPROVED));
    expectRefusal(await sendEmail(paid.id), 409, 'conflict');
    const canceled = await requestPayment(api, account);
    await asHolder(api, account, 'DELETE', `/v1/payments/${canceled.id}`);
    expectRefusal(await sendEmail(canceled.id), 409, 'conflict');
    const expired = await requestPayment(api, account);
    await expirePayment(api, expired);
    expectRefusal(await sendEmail(expired.id), 409, 'conflict');
    const other = await openAccount(api);
    expectRefusal(await sendEmail(expired.id, {}, other), 404, 'not_found');
    expect(await kindsOf()).toEqual(['receipt']);
  });
});

describe('more payment mails than the account may send in an hour', () => {
  it('are rejected with Retry-After, and nothing is created', async () => {
    await forgetMails();
    const holder = await openAccount(api);
    const create = (headers: Record<string, string> = {}) =>
      api.request('POST', '/v1/payments', {
        token: holder.token,
        body: aPaymentBody(holder, { send_email: true }),
        headers,
      });
    const responses = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    const refused = await create({ 'idempotency-key': 'k', 'dry-run': 'true' });
    expectRefusal(refused, 429, 'rate_limited');
    expect(dueAgainIn(refused)).toBeGreaterThan(3_500);
    const { data } = (await asHolder(api, holder, 'GET', '/v1/payments')).body as { data: unknown[] };
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({ send_email: true });
    expectRefusal(await sendEmail((await requestPayment(api, holder)).id, {}, holder), 429, 'rate_limited');
    await subscribe(api, holder);
    expect(await kindsOf()).toEqual(Array(4).fill('payment_request'));
  });
});

describe('closing an account', () => {
  it('is confirmed by email', async () => {
    await forgetMails();
    const holder = await openAccount(api);
    expectStatus(await asHolder(api, holder, 'DELETE', '/v1/account'), 200);
    expect(await kindsOf()).toEqual(['account_closed']);
  });
});
