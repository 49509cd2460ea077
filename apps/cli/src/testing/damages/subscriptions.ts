import { type Damage } from './damage.js';

const billed = (paid: 'NULL' | 'NOT NULL'): string =>
  `(SELECT id FROM subscriptions WHERE status IN ('active', 'past_due') AND paid_at IS ${paid} ORDER BY id LIMIT 1)`;

export const SUBSCRIPTIONS: readonly Damage[] = [
  {
    description: 'a bill is deleted',
    sql: `DELETE FROM subscription_bills WHERE payment_id = (SELECT payment_id FROM subscription_bills
      JOIN payment_requests ON id = payment_id WHERE status <> 'succeeded' ORDER BY payment_id LIMIT 1)`,
    codes: ['bill_missing', 'latest_request_wrong'],
  },
  {
    description: 'a subscription points to an older request of its own',
    sql: `UPDATE subscriptions SET latest_payment_id = bill.payment_id FROM (SELECT DISTINCT ON (subscription_id)
          subscription_id, payment_id FROM subscription_bills ORDER BY subscription_id, payment_id) bill
      WHERE id = bill.subscription_id AND latest_payment_id <> bill.payment_id`,
    codes: ['latest_request_wrong'],
  },
  {
    description: 'a paid period is set to unpaid',
    sql: `UPDATE subscriptions SET paid_at = NULL, due_at = window_end_at WHERE id = ${billed('NOT NULL')}`,
    codes: ['paid_period_wrong'],
  },
  {
    description: 'an unpaid period is set to paid',
    sql: `UPDATE subscriptions SET paid_at = now(), due_at = period_end_at WHERE id = ${billed('NULL')}`,
    codes: ['paid_period_wrong'],
  },
  {
    description: 'a subscription is never billed again',
    sql: `UPDATE subscriptions SET due_at = 'infinity' WHERE id = ${billed('NOT NULL')}`,
    codes: ['due_time_wrong'],
  },
  {
    description: 'a subscription is set to canceled',
    sql: `UPDATE subscriptions SET status = 'canceled', canceled_at = now() WHERE id = ${billed('NULL')}`,
    codes: ['subscription_event_missing', 'subscription_state_wrong'],
  },
  {
    description: 'a subscription is set to paused',
    sql: `UPDATE subscriptions SET status = 'paused' WHERE id = ${billed('NOT NULL')}`,
    codes: ['subscription_state_wrong'],
  },
  {
    description: 'an event of a subscription is deleted',
    sql: `DELETE FROM events WHERE type = 'subscription.created' AND subject_id = ${billed('NULL')}`,
    codes: ['event_chain_broken', 'subscription_event_missing'],
  },
  {
    description: 'the amount of a subscription is changed',
    sql: `UPDATE subscriptions SET amount = amount + 1 WHERE id = ${billed('NOT NULL')}`,
    codes: ['subscription_event_contradicts'],
  },
  {
    description: 'a subscription is deleted, and its requests are detached',
    sql: `CREATE TEMPORARY TABLE unwanted AS SELECT ${billed('NULL')} AS id;
      UPDATE payment_requests SET subscription_id = NULL WHERE subscription_id = (SELECT id FROM unwanted);
      DELETE FROM subscription_bills WHERE subscription_id = (SELECT id FROM unwanted);
      DELETE FROM subscriptions WHERE id = (SELECT id FROM unwanted);
      DROP TABLE unwanted`,
    codes: ['subscription_missing'],
  },
  {
    description: 'the metadata of a subscription are changed',
    sql: `UPDATE subscriptions SET metadata = '{"plan": "another"}' WHERE id = ${billed('NULL')}`,
    codes: ['subscription_altered'],
  },
];
