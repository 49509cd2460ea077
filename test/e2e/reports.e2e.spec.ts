import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@florin/kernel';
import { expectRefusal, expectStatus } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { sql } from '../support/payments.js';
import type { Fields } from '../support/running-api.js';

interface Bucket {
  readonly start: string;
  readonly in: number;
  readonly out: number;
  readonly count: number;
  readonly closing_balance: number;
}

let bank: Bank;
let customer: Customer;
beforeAll(async () => {
  bank = await Bank.open();
  customer = await bank.customer(0, { timezone: 'Asia/Kathmandu' });
});
afterAll(() => bank.close());

const get = <Body = Fields>(path: string, token = customer.token, headers?: Record<string, string>) =>
  bank.send<Body>('GET', path, token, undefined, headers);
const read = async <Body = Fields>(path: string, token?: string): Promise<Body> =>
  expectStatus(await get(path, token), 200).body as Body;
const activity = async (query: string, token?: string): Promise<readonly Bucket[]> =>
  (await read<{ data: Bucket[] }>(`/v1/account/activity?${query}`, token)).data;
const at = (time: string) => read(`/v1/account/balance?at=${encodeURIComponent(time)}`);
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('GET /v1/account/balance?at=', () => {
  it('returns the balance after the last event up to an instant', async () => {
    const before = new Date().toISOString();
    const credit = await bank.settled(customer, { type: 'credit', amount: 900 });
    await bank.create(customer, { amount: 200 });
    const { data } = await read<{ data: { type: string; subject_id: string; created_at: string }[] }>(
      '/v1/events?limit=3',
    );
    const [held, settled] = [data[0]!, data[1]!];
    expect(settled.subject_id).toBe(credit);
    const nothing = { available: 0, held: 0, incoming: 0 };
    expect(await at('2001-01-01')).toMatchObject({ ...nothing, at: '2001-01-01T18:14:59.999Z' });
    expect(await at(before)).toMatchObject({
      account_id: customer.id,
      currency: 'USD',
      ...nothing,
      at: before,
    });
    expect(await at(settled.created_at)).toMatchObject({ available: 900, updated_at: settled.created_at });
    expect(await at(held.created_at)).toMatchObject({ available: 700, held: 200, incoming: 0 });
  });

  it('is the current balance in the future, for the account of X-Account-Id too', async () => {
    const { updated_at: _, ...now } = await read('/v1/account/balance');
    expect(await at(daysFromNow(9))).toMatchObject(now);
    const path = `/v1/account/balance?at=${daysFromNow(9)}`;
    const acting = await get(path, bank.admin, { 'x-account-id': customer.id });
    expect(acting.body).toMatchObject(now);
    expectRefusal(await get(path, bank.admin), 403, 'forbidden');
  });

  it.each([
    'at=yesterday',
    'at=2026-02-30',
    'at=',
    'at=2026-01-01&at=2026-01-02',
    'at=0001-01-01T00:59:59.9999%2B01:00',
    'when=now',
  ])('rejects ?%s', async (query) => {
    expectRefusal(await get(`/v1/account/balance?${query}`), 400, 'invalid_request');
  });
});

describe('GET /v1/account/activity', () => {
  it('returns every day of the range in the zone of the account, empty and future ones included', async () => {
    const own = await bank.customer(1_000, { timezone: 'Asia/Kathmandu' });
    await bank.settled(own, { amount: 300 });
    await bank.create(own, { amount: 100 });
    const data = await activity(`from=${daysFromNow(-3)}&to=${daysFromNow(3)}`, own.token);
    expect(data).toHaveLength(7);
    for (const { start } of data) expect(start).toMatch(/T18:15:00\.000Z$/);
    expect(data.filter(({ count }) => count > 0)).toEqual([
      { start: expect.any(String), in: 1_000, out: 300, count: 2, closing_balance: 700 },
    ]);
    expect([data[0]?.closing_balance, data.at(-1)?.closing_balance]).toEqual([0, 700]);
  });

  it('has 30 buckets up to now by default', async () => {
    for (const interval of ['day', 'week', 'month']) {
      const data = await activity(`interval=${interval}`);
      expect(data).toHaveLength(30);
      expect(data.at(-1)).toMatchObject({ in: 900, closing_balance: 900 });
      expect(data.at(-2)).toMatchObject({ in: 0, closing_balance: 0 });
    }
  });

  it.each([
    'interval=hour',
    `from=2026-01-02&to=2026-01-01`,
    'from=2025-01-01&to=2026-02-05',
    'from=0001-01-01&to=9999-12-31',
    'from=soon',
    'limit=3',
  ])('rejects ?%s', async (query) => {
    expectRefusal(await get(`/v1/account/activity?${query}`), 400, 'invalid_request');
  });

  it.each(['from=0001-01-01&to=0001-01-31', 'from=9999-12-01&to=9999-12-31', 'to=0001-01-01'])(
    'works at the ends of time: %s',
    async (query) => {
      for (const path of ['/v1/account/activity', '/v1/admin/activity'])
        expectStatus(
          await get(`${path}?${query}`, path.includes('admin') ? bank.admin : customer.token),
          200,
        );
    },
  );

  it('is refused while an account has entries that are not numbered', async () => {
    const own = await bank.customer(50);
    const unnumber = (columns: string) =>
      sql(
        bank.api.databaseUrl,
        `UPDATE entries SET ${columns} WHERE line = 'account'
         AND transaction_id = (SELECT id FROM transactions WHERE amount = 50 AND type = 'credit' LIMIT 1)`,
      );
    await unnumber('position = NULL, balance_after = NULL, total_in = NULL');
    try {
      for (const [path, token] of [
        ['/v1/account/activity', own.token],
        ['/v1/admin/activity', bank.admin],
      ] as const) {
        const refused = await get(path, token);
        expectRefusal(refused, 409, 'conflict');
        expect(refused.body).toMatchObject({ message: expect.stringContaining('florin backfill') });
      }
      expectStatus(await get('/v1/account/activity'), 200);
    } finally {
      await unnumber('position = 1, balance_after = 50, total_in = 50');
    }
  });
});

describe('GET /v1/admin/activity', () => {
  const platform = async (query = ''): Promise<Record<string, readonly Bucket[]>> => {
    const { data } = await read<{ data: { currency: string; data: Bucket[] }[] }>(
      `/v1/admin/activity?${query}`,
      bank.admin,
    );
    return Object.fromEntries(data.map(({ currency, data: buckets }) => [currency, buckets]));
  };

  it('returns the sums of all accounts for each currency, in UTC', async () => {
    const before = (await platform())['USD']?.at(-1);
    await bank.settled(await bank.customer(400), { amount: 100 });
    const inYen = await bank.customer(0, { currency: 'JPY' });
    await bank.settled(inYen, { type: 'credit', amount: 7, currency: 'JPY' });
    const { JPY, USD } = await platform('interval=month');
    expect(JPY?.at(-1)).toMatchObject({ in: 7, out: 0, count: 1, closing_balance: 7 });
    expect(USD?.at(-1)).toMatchObject({
      in: (before?.in ?? 0) + 400,
      out: (before?.out ?? 0) + 100,
      count: (before?.count ?? 0) + 2,
      closing_balance: (before?.closing_balance ?? 0) + 300,
    });
    expect(USD).toHaveLength(30);
    expect(USD?.[0]?.start).toMatch(/-01T00:00:00\.000Z$/);
  });

  it('is for admins and platform keys', async () => {
    expectRefusal(await get('/v1/admin/activity'), 403, 'forbidden');
    expectRefusal(await bank.api.request('GET', '/v1/admin/activity'), 401, 'unauthorized');
  });
});
