import { ACCOUNTS } from './accounts.js';
import { BALANCES, ENTRIES } from './balances.js';
import type { Damage } from './damage.js';
import { EVENT_LOG } from './event-log.js';
import { PAYMENTS } from './payments.js';
import { REPORTS } from './reports.js';
import { REFUNDS } from './refunds.js';
import { SUBSCRIPTIONS } from './subscriptions.js';
import { TRANSACTIONS } from './transactions.js';

export const DAMAGES: readonly Damage[] = [
  ...BALANCES,
  ...ENTRIES,
  ...TRANSACTIONS,
  ...ACCOUNTS,
  ...PAYMENTS,
  ...REFUNDS,
  ...SUBSCRIPTIONS,
  ...EVENT_LOG,
  ...REPORTS,
];

/** All codes of `florin verify`. */
export const ALL_CODES = [
  'currency_unbalanced',
  'balance_wrong',
  'balance_negative',
  'hold_wrong',
  'incoming_wrong',
  'book_missing',
  'book_contradicts_account',
  'book_use_wrong',
  'currency_foreign',
  'refund_excessive',
  'refund_unfounded',
  'transfer_incomplete',
  'transfer_contradicts',
  'creation_time_wrong',
  'posting_wrong',
  'posting_unfounded',
  'posting_time_wrong',
  'entries_unguarded',
  'event_missing',
  'event_contradicts',
  'event_time_wrong',
  'transaction_missing',
  'transaction_altered',
  'payment_uncredited',
  'payment_uncharged',
  'charging_wrong',
  'attempts_miscounted',
  'payment_event_missing',
  'payment_event_contradicts',
  'payment_request_missing',
  'payment_request_altered',
  'refund_hold_wrong',
  'refund_hold_unfounded',
  'refund_sum_excessive',
  'refunded_amount_wrong',
  'refund_event_missing',
  'refund_event_contradicts',
  'refund_missing',
  'bill_missing',
  'latest_request_wrong',
  'paid_period_wrong',
  'due_time_wrong',
  'subscription_event_missing',
  'subscription_state_wrong',
  'subscription_event_contradicts',
  'subscription_missing',
  'subscription_altered',
  'event_chain_broken',
  'log_head_wrong',
  'running_totals_wrong',
  'posted_totals_wrong',
  'activity_wrong',
  'event_balance_wrong',
  'newest_balance_wrong',
];
