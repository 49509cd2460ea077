import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  anAccountBody,
  expectStatus,
  freshEmail,
  type Holder,
  openAccount,
  PASSWORD,
} from '../support/account-holders.js';
import { aPaymentBody } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let account: Holder;

beforeAll(async () => {
  api = await startApi();
  account = await openAccount(api);
});
afterAll(() => api.stop());

const aTransaction = () => ({ account_id: account.id, type: 'credit', amount: 5, currency: 'USD' });
const aPayment = () => aPaymentBody(account, { reference: undefined });

const NO_BRANDING = { color: null, logo_url: null, support_email: null, website: null };

/** The required fields, the optional ones as null, and what a create without them returns. */
const CREATES: readonly [path: string, required: () => object, optional: object, expected: object][] = [
  [
    '/v1/users',
    () => ({ email: freshEmail(), password: PASSWORD }),
    { name: null, username: null },
    { name: null },
  ],
  [
    '/v1/accounts',
    () => anAccountBody(),
    { settings: null },
    { settings: { currency: 'USD', timezone: 'UTC', language: 'en', branding: NO_BRANDING } },
  ],
  [
    '/v1/accounts',
    () => anAccountBody(),
    { settings: { currency: 'EUR', timezone: null, language: null, branding: null } },
    { settings: { currency: 'EUR', timezone: 'UTC', language: 'en', branding: NO_BRANDING } },
  ],
  [
    '/v1/api_keys',
    () => ({ name: 'A key' }),
    { kind: null, expires_at: null },
    { kind: 'account', expires_at: null },
  ],
  [
    '/v1/transactions',
    aTransaction,
    { reference: null, metadata: null, refund_of: null },
    { reference: null, metadata: {}, refund_of: null },
  ],
  [
    '/v1/payments',
    aPayment,
    {
      reference: null,
      metadata: null,
      expires_at: null,
      description: null,
      line_items: null,
      success_url: null,
      cancel_url: null,
      send_email: null,
    },
    {
      reference: null,
      metadata: {},
      description: null,
      line_items: [],
      success_url: null,
      cancel_url: null,
      send_email: false,
    },
  ],
  [
    '/v1/subscriptions',
    () => ({ ...aPayment(), interval: 'month' }),
    { reference: null, metadata: null },
    { reference: null, metadata: {} },
  ],
  [
    '/v1/webhook_endpoints',
    () => ({ url: 'https://shop.example.com/webhooks', events: ['*'] }),
    { description: null, account_id: null },
    { description: null, account_id: expect.stringMatching(/^acct_/) },
  ],
];

const post = (path: string, body: object) => api.request('POST', path, { token: account.token, body });

describe.each(CREATES)('POST %s', (path, required, optional, expected) => {
  it(`treats null as not given: ${JSON.stringify(optional)}`, async () => {
    const { body } = expectStatus(await post(path, { ...required(), ...optional }), 201);
    expect(body).toMatchObject(expected);
  });

  it('rejects null for a required field', async () => {
    const body = required() as Fields;
    for (const name of Object.keys(body)) {
      if (body[name] === undefined) continue;
      const response = await post(path, { ...body, [name]: null });
      expect([name, response.status]).toEqual([name, 400]);
      expect(response.body.message).toContain(name);
    }
  });
});
