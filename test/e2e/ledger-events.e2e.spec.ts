import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_EVENTS } from '@florin/accounts';
import { Florin, type Schemas } from '@florin/client';
import { TRANSACTION_EVENTS } from '@florin/ledger';
import { PAYMENT_REQUEST_EVENTS, SUBSCRIPTION_EVENTS } from '@florin/payments';
import { florin } from '../../apps/cli/src/testing/florin.js';
import { ADMIN, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

type Event = Schemas['EventList']['data'][number];

let database: TestDatabase;
let api: RunningApi;
let events: Event[];

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url, JWT_SECRET: 'x'.repeat(40), PASSWORD_COST: '4' };
  const { code } = await florin(['demo', '--seed', '5', '--accounts', '6', '--months', '3'], { environment });
  expect(code).toBe(0);
  api = await startApi({ databaseUrl: database.url, environment: WITH_ADMIN });
  const admin = new Florin({ baseUrl: api.url });
  await admin.login(ADMIN);
  await doWhatShopsSeldomDo(admin);
  events = [];
  for await (const { id: accountId } of admin.accounts.list())
    for await (const event of admin.actingFor(accountId).events.list({ limit: 100 })) events.push(event);
}, 120_000);

afterAll(async () => {
  await api.stop();
  await database.drop();
});

/** Everything that the demo leaves out and that can be done with the API alone. */
async function doWhatShopsSeldomDo(admin: Florin): Promise<void> {
  const owner = { email: 'seldom@example.com', password: 'correct horse battery' };
  const shop = await admin.accounts.create({ ...owner, name: 'Seldom Ltd', type: 'business' });
  const acting = admin.actingFor(shop.id);
  await acting.account.update({ name: 'Seldom & Co', settings: { language: 'de' } });
  const asked = { account_id: shop.id, amount: 500, currency: 'USD' };
  const credit = await acting.transactions.create({ ...asked, type: 'credit' });
  await acting.transactions.update(credit.id, { reference: 'A-1', metadata: { shelf: 7 } });
  const customer = { customer_email: 'grace@example.com', interval: 'month' } as const;
  const subscription = await acting.subscriptions.create({ ...asked, ...customer });
  await acting.subscriptions.update(subscription.id, { status: 'paused' });
  await acting.subscriptions.update(subscription.id, { status: 'active' });
  await acting.subscriptions.cancel(subscription.id);
  for (const status of ['pending', 'suspended', 'active'] as const)
    await admin.accounts.setStatus(shop.id, status);
  await acting.account.close();
}

describe('the events of accounts with a past', () => {
  // Each page was held against the document as it was answered; what it says of each kind is thereby true.
  it('are described, whatever they tell of', () => {
    const kinds = [
      ...ACCOUNT_EVENTS,
      ...TRANSACTION_EVENTS,
      ...PAYMENT_REQUEST_EVENTS,
      ...SUBSCRIPTION_EVENTS,
    ];
    const seen = new Set<string>(events.map(({ type }) => type));
    // Money is only given back when an account is closed in the very moment of a payment.
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual(['payment_request.reversed']);
  });

  it('tell by their type what else they say', () => {
    const amounts = events.flatMap((event) =>
      event.type === 'transaction.created' ? [event.data.amount] : [],
    );
    expect(amounts.length).toBeGreaterThan(100);
    expect(amounts.every((amount) => amount > 0)).toBe(true);
  });
});
