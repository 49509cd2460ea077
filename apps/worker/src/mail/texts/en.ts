import type { MailTexts } from './texts.js';

export const en: MailTexts = {
  paymentRequest: {
    subject: ({ payee, amount }) => `Payment request from ${payee}: ${amount}`,
    body: ({ payee, amount }) => `${payee} asks you to pay ${amount}. You can pay by card on a secure page.`,
  },
  receipt: {
    subject: ({ payee, amount }) => `Your payment of ${amount} to ${payee}`,
    body: ({ payee, amount }) => `Your payment of ${amount} to ${payee} was received. Thank you!`,
  },
  refund: {
    subject: ({ payee, amount }) => `${payee} refunded ${amount}`,
    body: ({ payee, amount }) =>
      `${payee} refunded ${amount} to the card that you paid with. It can take a few days until your bank shows it.`,
  },
  passwordReset: {
    subject: () => 'Reset your password',
    body: () => 'You asked to reset your password. Choose a new one on this page:',
    action: 'Choose a new password',
    expires: (minutes) => `The link works once, for ${minutes} minutes.`,
    ignore: 'If you did not ask for this, ignore this email. Your password stays as it is.',
  },
  accountClosed: {
    subject: ({ account }) => `The account ${account} was closed`,
    body: ({ account, date }) =>
      `The account ${account} was closed on ${date}. Its users can no longer log in, its API keys no longer work, and its open payment requests were canceled.`,
    unexpected: 'If you did not expect this, please contact us.',
  },
  paid: 'Paid',
};
