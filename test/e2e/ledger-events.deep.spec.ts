import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_EVENTS } from '@florin/accounts';
import { type Account, type Event, Florin } from '@florin/client';
import { TRANSACTION_EVENTS } from '@florin/ledger';
import { PAYMENT_REQUEST_EVENTS, SUBSCRIPTION_EVENTS } from '@florin/payments';
import { florin } from '../../apps/cli/src/testing/florin.js';
import { ADMIN, WITH_ADMIN } from '../support/account-holders.js';
import { EventProjection } from '../support/event-projection.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let api: RunningApi;
let admin: Florin;
let eventsOf: Map<string, Event[]>;
let events: Event[];

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url, JWT_SECRET: 'x'.repeat(40), PASSWORD_COST: '4' };
  const { code } = await florin(['demo', '--seed', '5', '--accounts', '6', '--months', '3'], { environment });
  expect(code).toBe(0);
  api = await startApi({ databaseUrl: database.url, environment: WITH_ADMIN });
  admin = new Florin({ baseUrl: api.url });
  await admin.login(ADMIN);
  await useRareFeatures();
  eventsOf = new Map();
  for await (const { id } of admin.accounts.list())
    eventsOf.set(id, await all(admin.actingFor(id).events.since()));
  events = [...eventsOf.values()].flat();
});

afterAll(async () => {
  await api.stop();
  await database.drop();
});

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const without = <Resource extends object, Name extends keyof Resource>(
  resource: Resource,
  name: Name,
): Omit<Resource, Name> => {
  const { [name]: _, ...rest } = resource;
  return rest;
};

const withoutLogo = (account: Account) => ({
  ...account,
  settings: { ...account.settings, branding: without(account.settings.branding, 'logo_url') },
});

/** API features that the demo does not use. */
async function useRareFeatures(): Promise<void> {
  const owner = { email: 'rare@example.com', password: 'correct horse battery' };
  const shop = await admin.accounts.create({ ...owner, name: 'Rare Ltd', type: 'business' });
  const acting = admin.actingFor(shop.id);
  await acting.account.update({
    name: 'Rare & Co',
    settings: { language: 'de', branding: { color: '#000000' } },
  });
  const charge = { account_id: shop.id, amount: 500, currency: 'USD' };
  const own = { reference: 'A-0', metadata: { shelf: 6, constructor: ['x', { y: null }] } };
  const credit = await acting.transactions.create({ ...charge, ...own, type: 'credit' });
  await acting.transactions.update(credit.id, { reference: 'A-1', metadata: { shelf: 7 } });
  await acting.transactions.create({ ...charge, ...own, type: 'refund' });
  const customer = { customer_email: 'grace@example.com' };
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  await acting.payments.create({ ...charge, ...own, ...customer, expires_at });
  const line_items = [{ name: 'Tea', quantity: 2, unit_amount: 250 }];
  const urls = { success_url: 'https://shop.example/{PAYMENT_ID}', cancel_url: 'https://shop.example' };
  const checkout = { description: 'Order', line_items, ...urls, send_email: true };
  await acting.payments.create({ ...charge, ...customer, ...checkout });
  const subscription = await acting.subscriptions.create({
    ...charge,
    ...own,
    ...customer,
    interval: 'month',
  });
  await acting.subscriptions.update(subscription.id, { status: 'paused' });
  await acting.subscriptions.update(subscription.id, { status: 'active' });
  await acting.subscriptions.cancel(subscription.id);
  for (const status of ['pending', 'suspended', 'active'] as const)
    await admin.accounts.setStatus(shop.id, status);
  await acting.account.close();
}

describe('the events of accounts with history', () => {
  // startApi() validates each response against the OpenAPI document, so that each type is documented correctly.
  it('match the OpenAPI document for every type', () => {
    const kinds = [
      ...ACCOUNT_EVENTS,
      ...TRANSACTION_EVENTS,
      ...PAYMENT_REQUEST_EVENTS,
      ...SUBSCRIPTION_EVENTS,
    ];
    const types = new Set<string>(events.map(({ type }) => type));
    // A payment is only reversed when its account is closed during the charge.
    expect(kinds.filter((kind) => !types.has(kind))).toEqual(['payment_request.reversed']);
  });

  it('have data that TypeScript narrows by type', () => {
    const amounts = events.flatMap((event) =>
      event.type === 'transaction.created' ? [event.data.amount] : [],
    );
    expect(amounts.length).toBeGreaterThan(100);
    expect(amounts.every((amount) => amount > 0)).toBe(true);
  });

  it('are sufficient to rebuild all resources of an account, except for the URLs of payment pages and logos', async () => {
    for (const [id, accountEvents] of eventsOf) {
      const projection = new EventProjection();
      for (const event of accountEvents) projection.apply(event);
      const { account, transactions, payments, refunds, subscriptions } = admin.actingFor(id);
      const requested = await all(payments.list());
      const paid = requested.filter(({ status }) => status === 'succeeded');
      const resources = [
        withoutLogo(await account.get()),
        ...(await all(transactions.list())),
        ...requested.map((payment) => without(payment, 'payment_url')),
        ...(await Promise.all(paid.map((payment) => all(refunds.list(payment.id))))).flat(),
        ...(await all(subscriptions.list())).map((subscription) =>
          without(subscription, 'latest_payment_url'),
        ),
      ];
      for (const resource of resources) {
        const known = projection.resources.get(resource.id);
        expect(known).toEqual({ ...known, ...resource });
      }
      expect(projection.resources.size).toBe(resources.length);
      expect(await account.balance()).toMatchObject(projection.balance);
    }
  });
});
