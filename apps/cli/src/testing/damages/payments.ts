import { type Damage } from './damage.js';

const PAID = `(SELECT id FROM payment_requests WHERE status = 'succeeded' ORDER BY id LIMIT 1)`;
const UNPAID = `(SELECT id FROM payment_requests WHERE status = 'pending' ORDER BY id LIMIT 1)`;

export const PAYMENTS: readonly Damage[] = [
  {
    description: 'a payment request was paid with less than its amount',
    sql: `UPDATE payment_requests SET amount = amount + 1 WHERE id = ${PAID}`,
    codes: ['payment_event_contradicts', 'payment_uncredited'],
  },
  {
    description: 'a paid request has no approved attempt',
    sql: `UPDATE payment_attempts SET status = 'failed' WHERE status = 'approved' AND payment_request_id = ${PAID}`,
    codes: ['payment_uncharged'],
  },
  {
    description: 'a decline is not counted, which allows another attempt',
    sql: `UPDATE payment_requests SET declines = declines - 1, attempts = attempts - 1 WHERE id =
      (SELECT id FROM payment_requests WHERE status <> 'failed' AND declines > 0 ORDER BY id LIMIT 1)`,
    codes: ['attempts_miscounted'],
  },
  {
    description: 'a declined attempt is deleted',
    sql: `DELETE FROM payment_attempts WHERE (payment_request_id, number) =
      (SELECT payment_request_id, number FROM payment_attempts WHERE status = 'declined' ORDER BY 1, 2 LIMIT 1)`,
    codes: ['attempts_miscounted'],
  },
  {
    description: 'a request is charging without an attempt',
    sql: `UPDATE payment_requests SET charging = true, attempts = attempts + 1 WHERE id = ${UNPAID}`,
    codes: ['attempts_miscounted', 'charging_wrong'],
  },
  {
    description: 'an attempt is started for a request that is not charging',
    sql: `INSERT INTO payment_attempts (account_id, payment_request_id, number, status, brand, last4, started_at)
      SELECT account_id, id, attempts + 1, 'started', 'visa', '4242', now() FROM payment_requests WHERE id = ${UNPAID}`,
    codes: ['attempts_miscounted', 'charging_wrong'],
  },
  {
    description: 'an event of a payment is deleted',
    sql: `DELETE FROM events WHERE type = 'payment_request.succeeded' AND subject_id = ${PAID}`,
    codes: ['event_chain_broken', 'payment_event_missing'],
  },
  {
    description: 'a pending request is set to canceled',
    sql: `UPDATE payment_requests SET status = 'canceled', cancel_reason = 'requested', canceled_at = now()
      WHERE id = ${UNPAID}`,
    codes: ['payment_event_missing'],
  },
  {
    description: 'an event has another amount than its payment',
    sql: `UPDATE events SET data = jsonb_set(data, '{amount}', '1')
      WHERE type = 'payment_request.succeeded' AND subject_id = ${PAID}`,
    codes: ['event_chain_broken', 'payment_event_contradicts'],
  },
  {
    description: 'a request is deleted with its attempts',
    sql: `CREATE TEMPORARY TABLE unwanted AS SELECT id FROM payment_requests
        WHERE status = 'pending' AND subscription_id IS NULL AND NOT charging ORDER BY id LIMIT 1;
      DELETE FROM payment_attempts WHERE payment_request_id = (SELECT id FROM unwanted);
      DELETE FROM payment_requests WHERE id = (SELECT id FROM unwanted);
      DROP TABLE unwanted`,
    codes: ['payment_request_missing'],
  },
  {
    description: 'the reference of a request is changed',
    sql: `UPDATE payment_requests SET reference = 'another' WHERE id = ${UNPAID}`,
    codes: ['payment_request_altered'],
  },
];
