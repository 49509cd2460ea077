import { describe, expect, it } from '@jest/globals';
import { MAX_AMOUNT, MAX_WEB_URL_LENGTH } from '@florin/kernel';
import { aNewRequest, NOON, SequentialIds } from '../testing/builders.js';
import { type LineItem, MAX_QUANTITY, requireCheckout, returnUrlOf } from './checkout.js';
import { create } from './payment-request.js';

const ids = new SequentialIds();
const item = (quantity: number, unitAmount: number): LineItem => ({ name: 'Tea', quantity, unitAmount });
const refused = (field: string) =>
  expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(`^${field} `) });

describe('requireCheckout', () => {
  it('has nothing by default', () => {
    expect(requireCheckout({}, 7500)).toEqual({
      description: undefined,
      lineItems: [],
      successUrl: undefined,
      cancelUrl: undefined,
      sendEmail: false,
    });
  });

  it('accepts line items that add up to the amount, with free ones', () => {
    const lineItems = [item(2, 3000), item(3, 500), item(1, 0)];
    expect(requireCheckout({ lineItems }, 7500).lineItems).toBe(lineItems);
  });

  it.each([
    ['too little', [item(1, 7499)]],
    ['too much', [item(1, 7500), item(1, 1)]],
    ['much too much', Array.from({ length: 50 }, () => item(MAX_QUANTITY, MAX_AMOUNT))],
    ['a quantity of 0', [item(1, 7500), item(0, 1)]],
    ['a quantity of 10,000', [item(1, 7500), item(10_000, 0)]],
    ['a fraction', [item(1.5, 5000)]],
    ['a negative amount', [item(1, 7600), item(1, -100)]],
    ['51 items', [item(1, 7500), ...Array.from({ length: 50 }, () => item(1, 0))]],
  ])('rejects line items with %s', (_, lineItems) => {
    expect(() => requireCheckout({ lineItems }, 7500)).toThrow(refused('line_items'));
  });

  it('rejects return URLs that lead elsewhere than to a web page', () => {
    expect(() => requireCheckout({ successUrl: 'javascript:alert(1)' }, 1)).toThrow(refused('success_url'));
    expect(() => requireCheckout({ cancelUrl: 'https://a:b@shop.example' }, 1)).toThrow(
      refused('cancel_url'),
    );
  });

  it('is part of creating a payment request', () => {
    const input = aNewRequest({ lineItems: [item(1, 7499)] });
    expect(() => create(ids.next('pay'), input, NOON)).toThrow(refused('line_items'));
  });
});

describe('the event of a created payment request', () => {
  it('has what was sent, so that the request can be rebuilt from it', () => {
    const sent = {
      description: 'Order 7',
      lineItems: [item(1, 7500)],
      successUrl: 'https://shop.example/{PAYMENT_ID}',
      cancelUrl: 'https://shop.example/cart',
      sendEmail: true,
    };
    const { events } = create(ids.next('pay'), aNewRequest(sent), NOON);
    expect(events[0]?.data).toMatchObject({
      description: 'Order 7',
      line_items: [{ name: 'Tea', quantity: 1, unit_amount: 7500 }],
      success_url: 'https://shop.example/{PAYMENT_ID}',
      cancel_url: 'https://shop.example/cart',
      send_email: true,
    });
  });
});

describe('returnUrlOf', () => {
  const id = ids.next('pay');

  it('replaces every placeholder by the id', () => {
    const template = 'https://shop.example/{PAYMENT_ID}?payment={PAYMENT_ID}#{PAYMENT_ID}';
    expect(returnUrlOf(template, id)).toBe(`https://shop.example/${id}?payment=${id}#${id}`);
  });

  it('is ASCII, so that it fits into a header', () => {
    expect(returnUrlOf('https://bücher.example/ä?ö#ü', id)).toMatch(/^https:\/\/xn--[!-~]+$/);
  });

  it('is complete for every template that is accepted, also for the longest', () => {
    const start = 'https://shop.example/{PAYMENT_ID}?';
    const successUrl = start + 'x'.repeat(MAX_WEB_URL_LENGTH - start.length);
    expect(requireCheckout({ successUrl }, 1).successUrl).toBe(successUrl);
    expect(returnUrlOf(successUrl, id)).toBe(successUrl.replace('{PAYMENT_ID}', id));
  });

  it('is undefined without a URL', () => {
    expect(returnUrlOf(undefined, id)).toBeUndefined();
  });
});
