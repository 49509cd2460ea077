import { describe, expect, it } from '@jest/globals';
import type { Mail } from '@florin/infrastructure';
import { type Currency, type Email, idFromUuid, uuidFromId } from '@florin/kernel';
import {
  type Attempt,
  type OpenPaymentPage,
  type Payee,
  type PaymentPage,
  type PaymentRequest,
  type Refund,
  type RefundReader,
} from '@florin/payments';
import { aPayee, PlainPageSecrets } from '@florin/payments/testing/mails';
import { PaymentMailComposers } from './payment-mails.js';

const NOW = new Date('2026-07-01T22:30:00.000Z');
const PAYMENT = idFromUuid('pay', '0197b3c2-0000-7000-8000-000000000001');
const REFUND = idFromUuid('re', '0197b3c2-0000-7000-8000-000000000002');
const ACCOUNT = idFromUuid('acct', '0197b3c2-0000-7000-8000-000000000003');

const request: PaymentRequest = {
  id: PAYMENT,
  accountId: ACCOUNT,
  amount: 7500,
  currency: 'USD' as Currency,
  status: 'pending',
  customerEmail: 'grace@example.com' as Email,
  reference: 'INV-1',
  metadata: {},
  expiresAt: NOW,
  declines: 0,
  attempts: 0,
  charging: false,
  createdAt: NOW,
  updatedAt: NOW,
  transactionId: undefined,
  refundedAmount: 0,
  canceledAt: undefined,
  cancelReason: undefined,
  subscriptionId: undefined,
  description: undefined,
  lineItems: [],
  successUrl: undefined,
  cancelUrl: undefined,
  sendEmail: true,
};

const attempt = { brand: 'visa', last4: '4242', status: 'approved', endedAt: NOW } as Attempt;

interface Changes {
  readonly request?: Partial<PaymentRequest>;
  readonly payee?: Partial<Payee>;
  readonly state?: PaymentPage['state'];
  readonly refund?: Partial<Refund>;
}

function composersFor({ request: changes, payee, state = 'payable', refund }: Changes = {}) {
  const paid = { ...request, ...changes };
  const page: PaymentPage = {
    state,
    request: paid,
    payee: aPayee({ accountId: ACCOUNT, ...payee }),
    period: undefined,
    lastAttempt: paid.status === 'succeeded' ? attempt : undefined,
    now: NOW,
  };
  const pages = { execute: () => Promise.resolve(page) } as unknown as OpenPaymentPage;
  const found = {
    id: REFUND,
    accountId: ACCOUNT,
    paymentId: PAYMENT,
    amount: 500,
    status: 'succeeded',
    ...refund,
  };
  const refunds = { find: () => Promise.resolve(found) } as unknown as RefundReader;
  const secrets = new PlainPageSecrets();
  return new PaymentMailComposers(pages, refunds, secrets, 'https://pay.example', true);
}

const mail = (kind: Mail['kind'], subjectId: string): Mail => ({
  accountId: uuidFromId(ACCOUNT),
  id: '0197b3c2-0000-4000-8000-00000000000f',
  kind,
  subjectId,
  status: 'pending',
  dueAt: NOW,
  nextAttemptAt: NOW,
  attempts: 0,
  lastError: undefined,
  sentAt: undefined,
  createdAt: NOW,
});

const requestMail = (changes?: Changes) =>
  composersFor(changes).paymentRequest(mail('payment_request', uuidFromId(PAYMENT)));
const receiptMail = (changes: Changes = {}) =>
  composersFor({ state: 'paid', ...changes, request: { status: 'succeeded', ...changes.request } }).receipt(
    mail('receipt', uuidFromId(PAYMENT)),
  );
const refundMail = (changes: Changes = {}) =>
  composersFor({ state: 'paid', ...changes, request: { status: 'succeeded' } }).refund(
    mail('refund', uuidFromId(REFUND)),
  );

describe('the mail with a payment request', () => {
  it('has amount, items, date in the zone of the account, link, and contact, as text and HTML', async () => {
    const lineItems = [{ name: 'Green tea', quantity: 3, unitAmount: 2500 }];
    const branding = {
      color: '#0a7d55',
      logo: undefined,
      supportEmail: 'help@tea.example',
      website: undefined,
    };
    const message = await requestMail({
      request: { lineItems, description: 'Order 7' },
      payee: { name: 'Tea Ltd', timezone: 'Asia/Tokyo', branding },
    });
    expect(message).toMatchObject({
      to: 'grace@example.com',
      replyTo: 'help@tea.example',
      subject: 'Payment request from Tea Ltd: $75.00',
      language: 'en',
    });
    const url = `https://pay.example/pay/secret-of-${PAYMENT}`;
    for (const part of [
      'Green tea',
      '3 × $25.00',
      'Order 7',
      'INV-1',
      'Jul 2, 2026',
      url,
      'help@tea.example',
    ]) {
      expect(message?.text).toContain(part);
      expect(message?.html).toContain(part);
    }
    expect(message?.html).toContain('background:#0a7d55');
    expect(message?.text).toContain('Test mode');
  });

  it.each(['paid', 'failed', 'canceled', 'expired', 'unavailable'] as const)(
    'is skipped for a request that is %s',
    async (state) => {
      expect(await requestMail({ state })).toBeUndefined();
    },
  );

  it('escapes what the account wrote', async () => {
    const script = `<img src=x onerror="alert('1')">&`;
    const message = await requestMail({
      request: {
        description: script,
        reference: script,
        lineItems: [{ name: script, quantity: 1, unitAmount: 7500 }],
      },
      payee: { name: script },
    });
    expect(message?.html).not.toContain('<img');
    expect(
      message?.html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g)?.length,
    ).toBeGreaterThan(3);
  });

  it.each([
    ['en', 'ltr', 'Payment request from'],
    ['de-AT', 'ltr', 'Zahlungsaufforderung von'],
    ['fr', 'ltr', 'Demande de paiement de'],
    ['es-MX', 'ltr', 'Solicitud de pago de'],
    ['ar', 'rtl', 'طلب دفع من'],
    ['he', 'rtl', 'בקשת תשלום מאת'],
    ['ja', 'ltr', 'Payment request from'],
  ])('is in the language of the account: %s', async (language, direction, subject) => {
    const message = await requestMail({ payee: { language } });
    expect(message?.subject).toContain(subject);
    expect(message?.html).toContain(`dir="${direction}"`);
    expect(message?.html).toContain(`lang="${message?.language ?? ''}"`);
  });

  it.each([
    ['JPY', '¥7,500'],
    ['KWD', 'KWD\u00a07.500'],
  ])('has the digits of the currency %s', async (currency, amount) => {
    const message = await requestMail({ request: { currency: currency as Currency } });
    expect(message?.subject).toContain(amount);
  });
});

describe('the receipt', () => {
  it('has the amount, the card, the date and a link to the page', async () => {
    const message = await receiptMail();
    expect(message?.subject).toBe('Your payment of $75.00 to Ada Ltd');
    for (const part of ['Visa ending in 4242', 'Jul 1, 2026', PAYMENT, `secret-of-${PAYMENT}/receipt`])
      expect(message?.text).toContain(part);
  });

  it('is skipped for a request that is not paid', async () => {
    expect(await receiptMail({ request: { status: 'failed' } })).toBeUndefined();
  });
});

describe('the mail of a refund', () => {
  it('has the amount of the refund and of the payment', async () => {
    const message = await refundMail();
    expect(message?.subject).toBe('Ada Ltd refunded $5.00');
    expect(message?.text).toMatch(/Paid: \$75\.00/);
  });

  it('is skipped for one that has not succeeded', async () => {
    expect(await refundMail({ refund: { status: 'failed' } })).toBeUndefined();
  });
});
