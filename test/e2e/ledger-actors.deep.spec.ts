import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CreateAccount, type Event, Florin } from '@florin/client';
import { ADMIN, freshEmail, PASSWORD, WITH_ADMIN } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import { APPROVED, cardOf, DECLINED, submitCard } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let admin: Florin;
let adminId: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = new Florin({ baseUrl: api.url });
  await admin.login(ADMIN);
  const { actor } = await newestOf(admin);
  adminId = actor;
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await api.stop();
});

/** The newest audit entry: the latest login. */
async function newestOf(client: Florin): Promise<{ actor: string }> {
  for await (const entry of client.audit.list({ limit: 1 })) return entry;
  throw new Error('The audit trail is empty.');
}

async function openShop() {
  const body: CreateAccount = {
    email: freshEmail(),
    name: 'Ada Ltd',
    type: 'business',
    password: PASSWORD,
  };
  const { id } = await new Florin({ baseUrl: api.url }).accounts.create(body);
  const owner = new Florin({ baseUrl: api.url });
  await owner.login({ email: body.email, password: PASSWORD });
  const { actor: ownerId } = await newestOf(admin);
  const { id: keyId, key } = await owner.apiKeys.create({ name: 'till' });
  const till = new Florin({ baseUrl: api.url, apiKey: key });
  return { id, owner, ownerId, till, keyId, charge: { account_id: id, amount: 500, currency: 'USD' } };
}

/** Type and actor of the events of an account, oldest first. */
async function eventActorsOf(accountId: string): Promise<[Event['type'], Event['actor']][]> {
  const actors: [Event['type'], Event['actor']][] = [];
  for await (const { type, actor } of admin.actingFor(accountId).events.list({ limit: 100 }))
    actors.unshift([type, actor]);
  return actors;
}

const payWith = (url: string, number: string) => submitCard(api.url + new URL(url).pathname, cardOf(number));

describe('the actor of events', () => {
  it('is the caller who changed the account and its transactions', async () => {
    const { id, owner, ownerId, till, keyId, charge } = await openShop();
    await owner.account.update({ name: 'Ada & Co' });
    const credit = await till.transactions.create({ ...charge, type: 'credit' });
    await owner.transactions.update(credit.id, { reference: 'A-1' });
    await admin.transactions.settle(credit.id);
    const payment = await owner.transactions.create({ ...charge, type: 'payment' });
    await till.transactions.cancel(payment.id);
    for (const status of ['suspended', 'active'] as const) await admin.accounts.setStatus(id, status);
    expect(await eventActorsOf(id)).toEqual([
      ['account.opened', 'anonymous'],
      ['account.updated', ownerId],
      ['transaction.created', keyId],
      ['transaction.updated', ownerId],
      ['transaction.succeeded', adminId],
      ['transaction.created', ownerId],
      ['transaction.canceled', keyId],
      ['account.suspended', adminId],
      ['account.activated', adminId],
    ]);
  });

  it('is the caller or the customer of payment requests and subscriptions', async () => {
    const { id, owner, ownerId, till, keyId, charge } = await openShop();
    const request = { ...charge, customer_email: 'grace@example.com' };
    const { payment_url: page } = await till.payments.create(request);
    await payWith(page, DECLINED);
    await payWith(page, APPROVED);
    await owner.payments.cancel((await owner.payments.create(request)).id);
    const subscription = await till.subscriptions.create({ ...request, interval: 'month' });
    await payWith(subscription.latest_payment_url, APPROVED);
    await owner.subscriptions.update(subscription.id, { status: 'paused' });
    await till.subscriptions.update(subscription.id, { status: 'active' });
    await owner.subscriptions.cancel(subscription.id);
    expect((await eventActorsOf(id)).slice(1)).toEqual([
      ['payment_request.created', keyId],
      ['payment_request.declined', 'customer'],
      ['transaction.created', 'customer'],
      ['transaction.succeeded', 'customer'],
      ['payment_request.succeeded', 'customer'],
      ['payment_request.created', ownerId],
      ['payment_request.canceled', ownerId],
      ['subscription.created', keyId],
      ['payment_request.created', keyId],
      ['transaction.created', 'customer'],
      ['transaction.succeeded', 'customer'],
      ['payment_request.succeeded', 'customer'],
      ['subscription.paid', 'customer'],
      ['subscription.paused', ownerId],
      ['subscription.resumed', keyId],
      ['subscription.canceled', ownerId],
    ]);
  });

  it('is the caller who closed the account, for everything that ends with it', async () => {
    const { id, owner, ownerId, charge } = await openShop();
    const request = { ...charge, customer_email: 'grace@example.com' };
    await owner.transactions.create({ ...charge, type: 'credit' });
    const subscription = await owner.subscriptions.create({ ...request, interval: 'month' });
    await owner.subscriptions.update(subscription.id, { status: 'paused' });
    await owner.payments.create(request);
    const before = (await eventActorsOf(id)).length;
    await admin.actingFor(id).account.close();
    expect(ownerId).not.toBe(adminId);
    expect((await eventActorsOf(id)).slice(before)).toEqual([
      ['transaction.canceled', adminId],
      ['payment_request.canceled', adminId],
      ['subscription.canceled', adminId],
      ['account.closed', adminId],
    ]);
  });
});
