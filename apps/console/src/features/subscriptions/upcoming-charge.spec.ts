import type { Subscription } from '@florin/client';
import { expect, it } from '@jest/globals';
import { nextChargeAt } from './upcoming-charge.js';

const NOW = new Date('2026-02-10T00:00:00.000Z');

const aSubscription = (change: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_01k9zxv3s8e7qv5m2c4w6y8h0j',
  account_id: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j',
  customer_email: 'grace@example.com',
  amount: 1900,
  currency: 'USD',
  interval: 'month',
  status: 'active',
  reference: null,
  metadata: {},
  current_period: 1,
  current_period_start: '2026-02-01T00:00:00.000Z',
  current_period_end: '2026-03-01T00:00:00.000Z',
  current_period_paid_at: null,
  latest_payment_id: 'pay_01k9zxv3s8e7qv5m2c4w6y8h0j',
  latest_payment_url: 'https://pay.example.com/pay/secret',
  created_at: '2026-02-01T00:00:00.000Z',
  updated_at: '2026-02-01T00:00:00.000Z',
  canceled_at: null,
  ...change,
});

it.each(['active', 'past_due'] as const)('is at the end of the period while %s', (status) => {
  expect(nextChargeAt(aSubscription({ status }), NOW)).toEqual(new Date('2026-03-01T00:00:00.000Z'));
});

it.each(['paused', 'canceled'] as const)('is not planned while %s', (status) => {
  expect(nextChargeAt(aSubscription({ status }), NOW)).toBeUndefined();
});

it('comes earlier in a long period that is not paid', () => {
  const year = aSubscription({ interval: 'year', current_period_end: '2027-02-01T00:00:00.000Z' });
  expect(nextChargeAt(year, NOW)).toEqual(new Date('2026-03-03T00:00:00.000Z'));
  const paid = { ...year, current_period_paid_at: '2026-02-02T00:00:00.000Z' };
  expect(nextChargeAt(paid, NOW)).toEqual(new Date('2027-02-01T00:00:00.000Z'));
});
