import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { addKey, expectRefusal, type Holder } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { APPROVED, aPaymentBody, cardOf, requestPayment, sql, submitCard } from '../support/payments.js';
import { type RunningApi, startApi, type TestResponse } from '../support/running-api.js';

interface Create {
  readonly path: string;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

type Kind = 'transaction' | 'transfer' | 'batch' | 'payment' | 'refund' | 'subscription' | 'webhook endpoint';

/** The same for all instances, because responses contain it. */
const environment = { PUBLIC_URL: 'http://florin.example.com' };

const WITHOUT_ACCOUNT = '00000000-0000-0000-0000-000000000000';

let bank: Bank;
let customer: Customer;
let other: Customer;
let platformKey: string;
let creates: Record<Kind, Create>;

beforeAll(async () => {
  bank = await Bank.open({ environment });
  [customer, other] = [await bank.customer(1_000_000), await bank.customer(1_000_000)];
  platformKey = await addKey(bank.api, bank.admin);
  const payment = await requestPayment(bank.api, customer as Holder);
  await submitCard(payment.page, cardOf(APPROVED));
  const transaction = { account_id: customer.id, amount: 5, currency: 'USD', type: 'payment' };
  const terms = { amount: 5, currency: 'USD' };
  creates = {
    transaction: { path: '/v1/transactions', body: transaction },
    transfer: {
      path: '/v1/transfers',
      body: { from_account_id: customer.id, to_account_id: other.id, ...terms },
    },
    batch: {
      path: '/v1/transactions/batch',
      body: {
        transactions: [
          { ...transaction, account_id: 'malformed' },
          transaction,
          { ...transaction, account_id: other.id },
        ],
        atomic: false,
      },
    },
    payment: { path: '/v1/payments', body: aPaymentBody(customer as Holder) },
    refund: {
      path: `/v1/payments/${payment.id}/refunds`,
      body: { amount: 5 },
      headers: { 'x-account-id': customer.id },
    },
    subscription: {
      path: '/v1/subscriptions',
      body: { account_id: customer.id, customer_email: 'grace@example.com', interval: 'month', ...terms },
    },
    'webhook endpoint': {
      path: '/v1/webhook_endpoints',
      body: { url: 'https://shop.example.com/webhooks', events: ['*'], account_id: customer.id },
    },
  };
});
afterAll(() => bank.close());

const kinds: readonly Kind[] = [
  'transaction',
  'transfer',
  'batch',
  'payment',
  'refund',
  'subscription',
  'webhook endpoint',
];

const send = (
  api: RunningApi,
  { path, body, headers }: Create,
  key: string,
  token = bank.admin,
): Promise<TestResponse> =>
  api.request('POST', path, { token, body, headers: { ...headers, 'idempotency-key': key } });

const created = async (...request: Parameters<typeof send>): Promise<TestResponse> => {
  const response = await send(...request);
  expect([200, 201]).toContain(response.status);
  expect(response.headers.get('idempotent-replayed')).toBeNull();
  return response;
};

async function expectReplay(first: TestResponse, ...request: Parameters<typeof send>): Promise<void> {
  const again = await send(...request);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect([again.status, again.text]).toEqual([first.status, first.text]);
}

const uuidOf = ({ id }: Customer): string => uuidFromId(id as AccountId);

/** The accounts with which a key is stored. */
const placesOf = async (key: string): Promise<string[]> => {
  const text = 'SELECT account_id FROM idempotency_keys WHERE key = $1 ORDER BY account_id';
  const rows = await sql<{ account_id: string }>(bank.api.databaseUrl, text, [key]);
  return rows.map(({ account_id }) => account_id);
};

describe('an Idempotency-Key of an admin or a platform key', () => {
  it.each(kinds)('is stored with the account that the %s names', async (kind) => {
    for (const token of [bank.admin, platformKey]) {
      const key = `${kind} of ${token.slice(-4)}`;
      const first = await created(bank.api, creates[kind], key, token);
      expect(await placesOf(key)).toEqual([uuidOf(customer)]);
      await expectReplay(first, bank.api, creates[kind], key, token);
    }
  });

  it('identifies one request for each account', async () => {
    const { transaction } = creates;
    const toOther = { ...transaction, body: { ...transaction.body, account_id: other.id } };
    const [first, second] = [
      await created(bank.api, transaction, 'two accounts'),
      await created(bank.api, toOther, 'two accounts'),
    ];
    await expectReplay(first, bank.api, transaction, 'two accounts');
    await expectReplay(second, bank.api, toOther, 'two accounts');
    const otherBody = { ...transaction, body: { ...transaction.body, amount: 6 } };
    expectRefusal(await send(bank.api, otherBody, 'two accounts'), 422, 'idempotency_mismatch');
  });

  it('is stored without an account if the request names none', async () => {
    const creation = { path: '/v1/api_keys', body: { name: 'a key' } };
    await created(bank.api, creation, 'no account');
    const endpoint = { url: 'https://shop.example.com/webhooks', events: ['*'] };
    await created(bank.api, { path: '/v1/webhook_endpoints', body: endpoint }, 'of all accounts');
    expect([await placesOf('no account'), await placesOf('of all accounts')]).toEqual([
      [WITHOUT_ACCOUNT],
      [WITHOUT_ACCOUNT],
    ]);
  });

  it.each(['malformed', 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j'])(
    'is not stored for an account that does not exist: %s',
    async (id) => {
      const { transaction, payment, refund } = creates;
      const to = ({ path, body }: Create): Create => ({ path, body: { ...body, account_id: id } });
      expectRefusal(await send(bank.api, to(transaction), id), 404, 'not_found');
      expectRefusal(await send(bank.api, to(payment), id), 404, 'account_not_found');
      const acting = { ...refund, headers: { 'x-account-id': id } };
      expectRefusal(await send(bank.api, acting, id), 404, 'not_found');
      expect(await placesOf(id)).toEqual([]);
    },
  );
});

/** The keys that instances of 0.1.0 store: without the account. */
const asPreviousRelease = (): Promise<unknown> =>
  sql(bank.api.databaseUrl, 'DELETE FROM idempotency_keys WHERE account_id <> $1', [WITHOUT_ACCOUNT]);

/** Another instance, which starts while the move ends at that time. */
async function startWithMove(endsAt: string): Promise<RunningApi> {
  const { databaseUrl } = bank.api;
  await sql(
    databaseUrl,
    `INSERT INTO idempotency_key_move (ends_at) VALUES (${endsAt})
     ON CONFLICT (is_the_one) DO UPDATE SET ends_at = excluded.ends_at`,
  );
  return startApi({ databaseUrl, environment });
}

describe('after an upgrade, an Idempotency-Key of an admin', () => {
  let moving: RunningApi;
  let moved: RunningApi;

  beforeAll(async () => {
    moving = await startWithMove(`now() + interval '1 hour'`);
    moved = await startWithMove('now()');
  });
  afterAll(async () => {
    await moving.stop();
    await moved.stop();
  });

  it.each(kinds)('is replayed if the previous release has stored it: %s', async (kind) => {
    const key = `old ${kind}`;
    const first = await created(moving, creates[kind], key);
    await asPreviousRelease();
    const before = await bank.balance(customer);
    await expectReplay(first, moving, creates[kind], key);
    expect(await placesOf(key)).toEqual([WITHOUT_ACCOUNT]);
    expect(await bank.balance(customer)).toEqual(before);
  });

  it.each(kinds)('is stored in both places for 48 hours: %s', async (kind) => {
    const key = `moving ${kind}`;
    const first = await created(moving, creates[kind], key);
    expect(await placesOf(key)).toEqual([WITHOUT_ACCOUNT, uuidOf(customer)]);
    await expectReplay(first, moved, creates[kind], key);
  });

  it('is replayed if an instance for which the 48 hours are over has stored it', async () => {
    const first = await created(moved, creates.payment, 'moved');
    await expectReplay(first, moving, creates.payment, 'moved');
  });

  it('identifies one request for all accounts for 48 hours', async () => {
    const { transaction } = creates;
    const toOther = { ...transaction, body: { ...transaction.body, account_id: other.id } };
    await created(moving, transaction, 'moving accounts');
    expectRefusal(await send(moving, toOther, 'moving accounts'), 422, 'idempotency_mismatch');
    await created(moved, toOther, 'moving accounts');
  });

  it('is then found only with its account', async () => {
    const first = await created(moving, creates.transaction, 'expired');
    await asPreviousRelease();
    const second = await created(moved, creates.transaction, 'expired');
    expect(second.body['id']).not.toBe(first.body['id']);
    expect(await placesOf('expired')).toEqual([WITHOUT_ACCOUNT, uuidOf(customer)]);
  });

  it('of an owner is stored as before', async () => {
    const first = await created(moving, creates.transaction, 'of the owner', customer.token);
    expect(await placesOf('of the owner')).toEqual([uuidOf(customer)]);
    await expectReplay(first, moved, creates.transaction, 'of the owner', customer.token);
  });
});
