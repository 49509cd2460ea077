import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { Texts } from './texts.js';

export const en: Texts = {
  ...COMMON_TEXTS.en,
  payTo: 'Payment to',
  reference: 'Reference',
  period: 'Period',
  payBy: 'Pay by',
  cardDetails: 'Card details',
  labels: { number: 'Card number', expiry: 'Expiry date', code: 'Security code' },
  hints: { number: '', expiry: 'MM / YY', code: '3 digits, Amex 4' },
  problems: {
    number: {
      missing: 'Enter the card number.',
      invalid: 'Check the card number. A digit is missing or wrong.',
      expired: '',
    },
    expiry: {
      missing: 'Enter the expiry date.',
      invalid: 'Enter the expiry date as month and year, such as 04 / 29.',
      expired: 'This card has expired. Use another one.',
    },
    code: {
      missing: 'Enter the security code.',
      invalid: 'The security code has 3 digits, or 4 on American Express.',
      expired: '',
    },
  },
  correctFields: 'Please check the fields below.',
  pay: (amount) => `Pay ${amount}`,
  paying: 'Paying …',
  offline: 'You are offline, so nothing was sent. Try again when you are connected.',
  notStored: 'Your card number is used for this payment only and is not stored.',
  testMode: 'Test mode: no real card is charged',
  card: {
    paidWith: 'Paid with',
    paidOn: 'Paid on',
    endingIn: (brand, last4) => `${brand} ending in ${last4}`,
    unknown: 'Card',
    reversalNotice: (last4) => `Any charge to the card ending in ${last4} is being refunded.`,
  },
  paid: {
    title: 'Paid. Thank you!',
    body: ({ payee, amount }) =>
      `Your payment of ${amount} to ${payee} was received. You can close this page.`,
  },
  declined: {
    title: 'Your card was declined',
    because: {
      card_declined: (last4) =>
        `The bank did not approve the card ending in ${last4}. You have not been charged. Try again or use another card.`,
      insufficient_funds: (last4) =>
        `The card ending in ${last4} has insufficient funds. You have not been charged. Use another card.`,
    },
    triesLeft: (tries) => `Attempts left: ${tries}`,
  },
  notCharged: {
    title: 'The payment did not go through',
    body: () => 'The payment could not be processed. You have not been charged. Please try again.',
  },
  processing: {
    title: 'Your payment is being processed',
    body: () => 'This takes a moment. The page updates by itself, so please do not pay again.',
    checkAgain: 'Check again',
  },
  failed: {
    title: 'This request can no longer be paid',
    body: ({ payee }) =>
      `Too many cards were declined. You have not been charged. Ask ${payee} for a new payment request.`,
  },
  canceled: {
    title: 'This request was canceled',
    body: ({ payee }) => `It can no longer be paid. If you have questions, please contact ${payee}.`,
  },
  superseded: {
    title: 'This is already paid',
    body: ({ payee }) =>
      `Another request from ${payee} for the same period was paid. There is nothing left to pay.`,
  },
  expired: {
    title: 'This request has expired',
    body: ({ payee }) => `You have not been charged. Ask ${payee} for a new payment request.`,
  },
  unavailable: {
    title: 'Payment is not possible at the moment',
    body: ({ payee }) => `${payee} cannot take payments right now. Please try again later.`,
  },
  unknown: {
    title: 'Payment request not found',
    body: () => 'Check that the link is complete, or ask the sender for a new one.',
  },
  insecure: {
    title: 'This page is not secure',
    body: () =>
      'Others could read your card details. Open the link that you received again; it must begin with https.',
  },
  cancel: 'Cancel',
  returnTo: (payee) => `Return to ${payee}`,
  returning: (seconds) => `You will return automatically in ${seconds} seconds.`,
  questions: 'Questions?',
  testCard: (number) => `Test mode: use ${number}`,
  copy: 'Copy',
  copied: 'Copied',
  items: {
    summary: (count) => `Items: ${count}`,
    total: 'Total',
  },
  receipt: {
    title: 'Receipt',
    show: 'Show receipt',
    print: 'Print',
    back: 'Back',
    paymentId: 'Payment ID',
    description: 'Description',
    refunded: 'Refunded',
    net: 'Total after refunds',
  },
};
