import { describe, expect, it } from '@jest/globals';
import {
  NEW_PAYMENT,
  NO_PROBLEMS,
  paymentBody,
  type PaymentForm,
  problemsLeft,
  problemsOf,
  sumOf,
} from './payment-form.js';

const NOW = new Date('2026-11-19T09:30:00.000Z');
const ACCOUNT = { accountId: 'acct_1', currency: 'EUR' };

const form = (change: Partial<PaymentForm> = {}): PaymentForm => ({
  ...NEW_PAYMENT,
  email: ' grace@example.com ',
  amount: '75',
  ...change,
});
const ITEMS = [
  { name: ' Sencha ', quantity: '2', unitAmount: '30' },
  { name: 'Sample', quantity: '1', unitAmount: '0' },
];

describe('the form of a payment', () => {
  it('sends only what was filled in', () => {
    expect(problemsOf(form(), 'EUR')).toBeUndefined();
    expect(paymentBody(form(), ACCOUNT, NOW)).toEqual({
      account_id: 'acct_1',
      amount: 7500,
      currency: 'EUR',
      customer_email: 'grace@example.com',
    });
  });

  it('sends the sum of the line items as the amount', () => {
    const filled = form({
      pricing: 'items',
      amount: '',
      items: ITEMS,
      reference: 'INV-1',
      successUrl: 'https://shop.example/{PAYMENT_ID}',
      expiry: 'oneHour',
      sendEmail: true,
    });
    expect(problemsOf(filled, 'EUR')).toBeUndefined();
    expect(paymentBody(filled, ACCOUNT, NOW)).toMatchObject({
      amount: 6000,
      line_items: [
        { name: 'Sencha', quantity: 2, unit_amount: 3000 },
        { name: 'Sample', quantity: 1, unit_amount: 0 },
      ],
      reference: 'INV-1',
      success_url: 'https://shop.example/{PAYMENT_ID}',
      expires_at: '2026-11-19T10:30:00.000Z',
      send_email: true,
    });
  });

  it('counts in the minor units of the currency', () => {
    const items = [{ name: 'a', quantity: '3', unitAmount: '1.005' }];
    expect(sumOf(form({ items }), 'BHD')).toBe(3015);
    expect(sumOf(form({ items }), 'EUR')).toBe(0);
  });

  it('has no sum that is too large for an amount: money above 2^53 cannot be formatted', () => {
    const items = [{ name: 'a', quantity: '9999', unitAmount: '10000000000' }];
    expect(sumOf(form({ items }), 'EUR')).toBeUndefined();
    expect(problemsOf(form({ pricing: 'items', items }), 'EUR')).toMatchObject({ amount: true });
  });

  it.each<[string, Partial<PaymentForm>, object]>([
    ['an email address', { email: 'grace' }, { email: true }],
    ['an amount', { amount: '' }, { amount: true }],
    ['an amount above zero', { amount: '0' }, { amount: true }],
    ['a sum above zero', { pricing: 'items', items: ITEMS.slice(1) }, { amount: true }],
    [
      'whole items',
      { pricing: 'items', items: [{ name: ' ', quantity: '1.5', unitAmount: '' }, ...ITEMS] },
      { amount: false, items: [['name', 'quantity', 'unitAmount'], [], []] },
    ],
    ['quantities the API takes', { pricing: 'items', items: [{ ...ITEMS[0]!, quantity: '0' }] }, {}],
    ['web addresses', { successUrl: 'javascript:alert(1)' }, { successUrl: true, cancelUrl: false }],
    ['https addresses', { cancelUrl: 'http://shop.example/' }, { cancelUrl: true }],
  ])('asks for %s', (_, change, problems) => {
    expect(problemsOf(form(change), 'EUR')).toMatchObject(problems);
  });

  it('has only the problems left of the fields that have not changed', () => {
    const item = { name: '', quantity: '0', unitAmount: '' };
    const wrong = form({ email: '', pricing: 'items', items: [item, item], successUrl: 'shop' });
    const problems = problemsOf(wrong, 'EUR') ?? NO_PROBLEMS;
    const left = (change: Partial<PaymentForm>) => problemsLeft(problems, wrong, { ...wrong, ...change });
    expect(left({ description: 'A book' })).toEqual(problems);
    expect(left({ email: 'g' })).toEqual({ ...problems, email: false });
    expect(left({ successUrl: '' })).toEqual({ ...problems, successUrl: false });
    const all = ['name', 'quantity', 'unitAmount'];
    expect(left({ items: [{ ...item, name: 'A' }, item] }).items).toEqual([['quantity', 'unitAmount'], all]);
    expect(left({ items: [item, item, item] }).items).toEqual([all, all]);
    expect(left({ items: [item] }).items).toEqual([[], []]);
    expect(problemsLeft({ amount: true, items: [] }, form({}), form({ amount: '5' })).amount).toBe(false);
  });
});
