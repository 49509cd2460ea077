import { exampleId } from './fields.js';

const REQUESTED = {
  account_id: exampleId('acct'),
  amount: 7500,
  currency: 'USD',
  customer_email: 'grace@example.com',
  reference: 'INV-2026-014',
};

/**
 * What to send, for the bodies whose fields do not all go together, or not all at first: whoever tries out the document
 * sends the example as it stands. The other bodies are put together from the examples of their fields.
 */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  CreateUser: {
    email: 'grace@example.com',
    password: 'correct horse battery',
    name: 'Grace Hopper',
    username: 'grace',
  },
  UpdateUser: { name: 'Grace Brewster Hopper' },
  CreateApiKey: { name: 'Web shop' },
  CreateAccount: {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    type: 'individual',
    password: 'correct horse battery',
    settings: { currency: 'USD', timezone: 'Europe/Vienna', language: 'en' },
  },
  UpdateAccount: { name: 'Ada Lovelace Ltd', settings: { timezone: 'Europe/London' } },
  CreateTransaction: {
    account_id: exampleId('acct'),
    amount: 7500,
    currency: 'USD',
    type: 'credit',
    reference: 'INV-2026-014',
    metadata: { order: 'A-1001' },
  },
  SettleTransaction: { status: 'succeeded' },
  CreatePayment: { ...REQUESTED, metadata: { order: 'A-1001' } },
  CreateSubscription: { ...REQUESTED, interval: 'month' },
  UpdateSubscription: { status: 'paused' },
};
