import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';

let bank: Bank;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  bank = await Bank.open();
  [customer, other] = [await bank.customer(1_000_000), await bank.customer(1_000_000)];
});
afterAll(() => bank.close());

describe('Idempotency-Key', () => {
  it('is the same key for the same path, however it is encoded', async () => {
    const headers = { 'idempotency-key': 'encoded' };
    const first = await bank.create(customer, { amount: 11 }, headers);
    const body = { account_id: customer.id, amount: 11, currency: 'USD', type: 'payment' };
    const again = await bank.send('POST', '/v1/transaction%73', customer.token, body, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is not used for a path that is only valid when decoded twice', async () => {
    const before = await bank.balance(customer);
    const body = { account_id: customer.id, amount: 11, currency: 'USD', type: 'payment' };
    for (const path of ['/v1/transaction%%373', '/v1/transaction%7%33']) {
      const headers = { 'idempotency-key': 'encoded twice' };
      expectRefusal(await bank.send('POST', path, customer.token, body, headers), 400, 'invalid_request');
    }
    expect(await bank.balance(customer)).toEqual(before);
  });

  it('replays the first response with Idempotent-Replayed', async () => {
    const headers = { 'idempotency-key': 'one and the same' };
    const first = await bank.create(customer, { amount: 11 }, headers);
    const again = await bank.create(customer, { amount: 11 }, headers);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('is rejected with another body, and is separate for each caller', async () => {
    const headers = { 'idempotency-key': 'other caller' };
    await bank.create(customer, { amount: 11 }, headers);
    expectRefusal(await bank.create(customer, { amount: 12 }, headers), 422, 'idempotency_mismatch');
    const others = await bank.create(other, { amount: 12 }, headers);
    expect([others.status, others.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  it('is rejected with another X-Account-Id', async () => {
    const headers = { 'idempotency-key': 'admin' };
    const asAdmin = { ...customer, token: bank.admin };
    const first = await bank.create(asAdmin, {}, headers);
    const acting = { ...headers, 'x-account-id': customer.id };
    expectRefusal(await bank.create(asAdmin, {}, acting), 422, 'idempotency_mismatch');
    expect((await bank.create(asAdmin, {}, headers)).text).toBe(first.text);
  });

  it('does not store errors', async () => {
    const poorCustomer = await bank.customer();
    const headers = { 'idempotency-key': 'later' };
    expectRefusal(await bank.create(poorCustomer, {}, headers), 402, 'insufficient_funds');
    await bank.settled(poorCustomer, { type: 'credit' });
    expect((await bank.create(poorCustomer, {}, headers)).status).toBe(201);
  });

  it.each(['', 'x'.repeat(256), 'ümlaut'])(
    'must be 1 to 255 printable ASCII characters: not "%s"',
    async (key) => {
      const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
      expectRefusal(await bank.create(customer, {}, headers), 400, 'invalid_request');
    },
  );
});
