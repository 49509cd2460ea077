import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Florin } from '@florin/client';
import { ADMIN, WITH_ADMIN } from '../support/account-holders.js';
import { APPROVED, cardOf, submitCard } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on' } });
});
afterAll(() => api.stop());

// Uses only the client. Each step needs the previous ones.
it('opens an account, credits it, pays, refunds, gets paid by a customer and lists the transactions', async () => {
  const florin = new Florin({ baseUrl: api.url });
  const owner = { email: 'ada@example.com', password: 'correct horse battery' };
  const account = await florin.accounts.create({ ...owner, name: 'Ada Ltd', type: 'business' });
  expect(account).toMatchObject({ status: 'active', settings: { currency: 'USD' } });
  const { user } = await florin.login(owner);
  expect(user.email).toBe(owner.email);

  const admin = new Florin({ baseUrl: api.url });
  await admin.login(ADMIN);
  const money = { account_id: account.id, currency: 'USD' };

  const credit = await florin.transactions.create({ ...money, type: 'credit', amount: 100_00 });
  expect(await florin.account.balance()).toMatchObject({ available: 0, incoming: 100_00 });
  expect((await admin.transactions.settle(credit.id)).status).toBe('succeeded');

  const payment = await florin.transactions.create({
    ...money,
    type: 'payment',
    amount: 75_00,
    reference: 'INV-2026-014',
    metadata: { order: 'A-1001' },
  });
  expect(await florin.account.balance()).toMatchObject({ available: 25_00, held: 75_00 });
  await admin.transactions.settle(payment.id);
  const amended = await florin.transactions.update(payment.id, { metadata: { shipped: true } });
  expect(amended.metadata).toEqual({ order: 'A-1001', shipped: true });

  const refund = await florin.transactions.create({
    ...money,
    type: 'refund',
    amount: 20_00,
    refund_of: payment.id,
  });
  await admin.transactions.settle(refund.id, { status: 'failed', failure_reason: 'account_blocked' });
  expect(await florin.transactions.get(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'account_blocked',
  });
  const second = await florin.transactions.create({
    ...money,
    type: 'refund',
    amount: 20_00,
    refund_of: payment.id,
  });
  expect((await florin.transactions.cancel(second.id)).status).toBe('canceled');

  const request = await florin.payments.create({
    ...money,
    amount: 30_00,
    customer_email: 'grace@example.com',
  });
  expect(request.status).toBe('pending');
  await submitCard(api.url + new URL(request.payment_url).pathname, cardOf(APPROVED));
  expect((await florin.payments.status(request.id)).status).toBe('succeeded');
  expect(await florin.account.balance()).toMatchObject({ available: 55_00, held: 0, incoming: 0 });

  const listed: string[] = [];
  for await (const { type, status } of florin.transactions.list()) listed.push(`${type} ${status}`);
  expect(listed).toEqual([
    'credit succeeded',
    'refund canceled',
    'refund failed',
    'payment succeeded',
    'credit succeeded',
  ]);
});

it('manages API keys, subscriptions, webhooks, users, sessions, and accounts as an admin', async () => {
  const florin = new Florin({ baseUrl: api.url });
  const owner = { email: 'grace@example.com', password: 'correct horse battery' };
  const account = await florin.accounts.create({ ...owner, name: 'Grace', type: 'individual' });
  await florin.login(owner);
  const { key, id: keyId } = await florin.apiKeys.create({ name: 'Web shop' });
  const shop = new Florin({ baseUrl: api.url, apiKey: key });
  expect((await shop.account.get()).id).toBe(account.id);

  const subscription = await shop.subscriptions.create({
    account_id: account.id,
    customer_email: 'hopper@example.com',
    amount: 19_00,
    currency: 'USD',
    interval: 'month',
  });
  await expect(florin.account.close()).rejects.toMatchObject({ code: 'active_subscriptions' });
  expect((await shop.subscriptions.update(subscription.id, { status: 'paused' })).status).toBe('paused');
  expect((await shop.subscriptions.cancel(subscription.id)).status).toBe('canceled');

  const { webhookEndpoints, webhookDeliveries } = shop;
  const url = 'http://127.0.0.1:9/';
  const { id, secret } = await webhookEndpoints.create({ url, events: ['*'] });
  expect((await webhookEndpoints.rotateSecret(id)).secret).not.toBe(secret);
  expect((await webhookEndpoints.update(id, { events: ['account.updated'] })).status).toBe('enabled');
  expect((await webhookEndpoints.test(id)).status).toBe('failed');
  expect(await webhookEndpoints.replay(id, { from: '2026-01-31' })).toEqual({ count: 0 });
  await florin.account.update({ name: 'Grace Ltd' });
  const [pending, ...tested] = await webhookDeliveries.list(id, { limit: 1 }).toArray({ limit: 10 });
  expect([pending?.event_type, tested.length]).toEqual(['account.updated', 1]);
  expect((await webhookDeliveries.page(id, { status: 'failed' })).data).toEqual(tested);
  expect(await webhookDeliveries.get(pending!.id)).toEqual(pending);
  expect((await webhookDeliveries.retry(pending!.id)).status).toBe('pending');
  expect(await webhookEndpoints.list().toArray({ limit: 10 })).toEqual([await webhookEndpoints.get(id)]);
  expect((await webhookEndpoints.delete(id)).id).toBe(id);

  const member = await florin.users.create({
    email: 'member@example.com',
    password: 'correct horse battery',
  });
  expect(await florin.users.update(member.id, { name: 'Member' })).toMatchObject({ role: 'member' });
  await florin.users.delete(member.id);
  await florin.apiKeys.revoke(keyId);
  await expect(shop.account.get()).rejects.toMatchObject({ code: 'unauthorized' });

  const admin = new Florin({ baseUrl: api.url });
  await admin.login(ADMIN);
  const emails: string[] = [];
  for await (const { email } of admin.accounts.list({ limit: 1 })) emails.push(email);
  expect(emails).toContain(owner.email);
  expect((await admin.actingFor(account.id).account.get()).id).toBe(account.id);
  expect((await admin.accounts.setStatus(account.id, 'suspended')).status).toBe('suspended');
  await admin.accounts.setStatus(account.id, 'active');
  const actions: string[] = [];
  for await (const { action } of admin.audit.list({ limit: 5 })) actions.push(action);
  expect(actions).toEqual(expect.arrayContaining(['api_key.revoked', 'user.deleted']));

  const sessions = await florin.sessions.page();
  expect(sessions.data.map(({ current }) => current)).toEqual([true]);
  await florin.logout();
  await expect(florin.account.get()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
});
