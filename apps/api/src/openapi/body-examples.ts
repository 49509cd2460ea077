import { exampleId } from './fields.js';

/** Not used on other pages of the documentation, whose commands create their own accounts on the same service. */
const LOGIN = { email: 'mary@example.com', password: 'correct horse battery' };

const PAYMENT = {
  account_id: exampleId('acct'),
  amount: 7500,
  currency: 'USD',
  customer_email: 'grace@example.com',
  reference: 'INV-2026-014',
};

/** For bodies whose examples cannot be composed from those of their fields. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  LogIn: LOGIN,
  RequestPasswordReset: { email: LOGIN.email },
  CreateUser: {
    email: 'katherine@example.com',
    password: 'correct horse battery',
    name: 'Katherine Johnson',
    username: 'katherine',
  },
  UpdateUser: { name: 'Katherine Goble Johnson' },
  CreateApiKey: { name: 'Web shop' },
  CreateAccount: {
    ...LOGIN,
    name: 'Mary Somerville',
    type: 'individual',
    settings: { currency: 'USD', timezone: 'Europe/Vienna', language: 'en' },
  },
  UpdateAccount: { name: 'Somerville Ltd', settings: { timezone: 'Europe/London' } },
  CreateTransaction: {
    account_id: exampleId('acct'),
    amount: 7500,
    currency: 'USD',
    type: 'credit',
    reference: 'INV-2026-014',
    metadata: { order: 'A-1001' },
  },
  CreateTransactionBatch: {
    transactions: [
      {
        account_id: exampleId('acct'),
        amount: 7500,
        currency: 'USD',
        type: 'credit',
        reference: 'INV-2026-014',
      },
      {
        account_id: exampleId('acct'),
        amount: 1200,
        currency: 'USD',
        type: 'credit',
        reference: 'INV-2026-015',
      },
    ],
    atomic: true,
  },
  CreateTransfer: {
    from_account_id: exampleId('acct'),
    to_account_id: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0k',
    amount: 7500,
    currency: 'USD',
    reference: 'INV-2026-014',
  },
  SettleTransfer: { status: 'succeeded' },
  SettleTransaction: { status: 'succeeded' },
  CreatePayment: {
    ...PAYMENT,
    description: 'Order A-1001',
    line_items: [{ name: 'Green tea, 100 g', quantity: 3, unit_amount: 2500 }],
    success_url: 'https://shop.example/thanks?payment={PAYMENT_ID}',
    cancel_url: 'https://shop.example/cart',
    metadata: { order: 'A-1001' },
  },
  CreateRefund: { amount: 2500, reason: 'returned goods' },
  CreateSubscription: { ...PAYMENT, interval: 'month' },
  UpdateSubscription: { status: 'paused' },
  CreateWebhookEndpoint: {
    url: 'https://shop.example.com/webhooks/florin',
    events: ['payment_request.succeeded', 'payment_request.failed'],
    description: 'Web shop',
  },
  UpdateWebhookEndpoint: { events: ['*'], status: 'enabled' },
  ReplayEvents: { from: '2026-01-31', to: '2026-02-01T09:30:00Z' },
};
