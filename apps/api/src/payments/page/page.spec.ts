import { describe, expect, it } from '@jest/globals';
import type { AttemptStatus, PaymentPage } from '@florin/payments';
import { aChargingRequest, aPayee, SteppedClock } from '@florin/payments/testing/paying';
import { paymentPage } from './page.js';
import { receiptPage } from './receipt.js';
import { LANGUAGES } from './texts/languages.js';

const now = new SteppedClock().now();
const LINKS = { root: '', page: 'secret', receipt: 'secret/receipt' };

function pageAfter(status: AttemptStatus): string {
  const { request, attempt } = aChargingRequest();
  const lastAttempt = { ...attempt, status, endedAt: now };
  const payee = aPayee({ accountId: request.accountId });
  const fields = { request, payee, period: undefined, lastAttempt, now };
  const page = { state: 'not_charged', ...fields } as const;
  return paymentPage(page, LANGUAGES.languageFor({}), LINKS).content.markup;
}

describe('the page after a failed attempt', () => {
  it.each(['failed', 'voided'] as const)('shows that the card was not charged: %s', (status) => {
    expect(pageAfter(status)).toContain('You have not been charged.');
  });

  it('announces the refund of a reversed charge', () => {
    const page = pageAfter('reversed');
    expect(page).not.toContain('You have not been charged.');
    expect(page).toContain('is being refunded');
  });
});

const SHOP = 'https://shop.example';

type Change = Partial<PaymentPage> & { readonly refundedAmount?: number };

function aPaidPage({ refundedAmount = 0, ...change }: Change = {}): PaymentPage {
  const { request: charging, attempt } = aChargingRequest({
    description: 'Order <7>',
    lineItems: [
      { name: 'Tea "green"', quantity: 2, unitAmount: 3000 },
      { name: 'Cup', quantity: 1, unitAmount: 1500 },
    ],
    successUrl: `${SHOP}/thanks?id={PAYMENT_ID}&x='#'`,
    cancelUrl: `${SHOP}/cart`,
  });
  const request = { ...charging, refundedAmount };
  const payee = aPayee({ accountId: request.accountId, timezone: 'Asia/Tokyo' });
  const lastAttempt = { ...attempt, status: 'approved', endedAt: now } as const;
  const fields = { request, payee, period: undefined, lastAttempt, now };
  return { state: 'paid', ...fields, ...change };
}

const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('the page of a paid request', () => {
  it('shows what was bought, the card and the way back', () => {
    const page = aPaidPage();
    const { markup } = paymentPage(page, LANGUAGES.languageFor({}), LINKS).content;
    expect(markup).toContain('Order &lt;7&gt;');
    expect(markup).toContain('Tea &quot;green&quot;');
    expect(wordsOf(markup)).toContain('2 × $30.00');
    expect(markup).toContain(`href="${SHOP}/thanks?id=${page.request.id}&amp;x=%27#&#39;"`);
    expect(markup).not.toContain(`${SHOP}/cart`);
    expect(markup).toContain('href="secret/receipt"');
    expect(markup).not.toContain('Refunded');
  });

  it('shows what was refunded', () => {
    const { markup } = paymentPage(
      aPaidPage({ refundedAmount: 2500 }),
      LANGUAGES.languageFor({}),
      LINKS,
    ).content;
    expect(wordsOf(markup)).toContain('Refunded $25.00');
  });
});

describe('the receipt', () => {
  const receiptOf = (change: Change = {}, lang = 'en') =>
    wordsOf(receiptPage(aPaidPage(change), LANGUAGES.languageFor({ lang }), LINKS).content.markup);

  it('has business, items, card, payment id, and the date in the time zone of the account', () => {
    const page = aPaidPage();
    const receipt = wordsOf(receiptPage(page, LANGUAGES.languageFor({}), LINKS).content.markup);
    for (const part of [
      'Ada Ltd',
      'Visa ending in 4242',
      page.request.id,
      'Mar 14, 2026, 9:00 PM GMT+9',
      'INV-1',
      'Tea &quot;green&quot; 2 × $30.00 $60.00',
      'Cup $15.00',
      'Total $75.00',
    ])
      expect(receipt).toContain(part);
    expect(receipt).not.toContain('Refunded');
  });

  it('has what was refunded, and what is left', () => {
    expect(receiptOf({ refundedAmount: 2500 })).toContain('Refunded -$25.00 Total after refunds $50.00');
  });

  it('is from right to left in Arabic, with the digits of the card', () => {
    const { texts } = receiptPage(aPaidPage(), LANGUAGES.languageFor({ lang: 'ar' }), LINKS);
    expect(texts.direction).toBe('rtl');
    expect(receiptOf({}, 'ar')).toMatch(/14‏\/03‏\/2026|14 مارس 2026/);
    expect(receiptOf({}, 'ar')).not.toMatch(/[\u0660-\u0669]/);
  });
});

describe('the page of a canceled request', () => {
  it('is neutral, and leads back to the shop', () => {
    const page = aPaidPage({ state: 'canceled' });
    const { markup } = paymentPage(page, LANGUAGES.languageFor({}), LINKS).content;
    expect(markup).toContain('mark-ended');
    expect(markup).toContain(`href="${SHOP}/cart"`);
    expect(markup).not.toContain('thanks');
  });
});
