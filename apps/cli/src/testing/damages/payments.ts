import { type Damage } from './damage.js';

const PAID = `(SELECT id FROM payment_requests WHERE status = 'succeeded' ORDER BY id LIMIT 1)`;
const UNPAID = `(SELECT id FROM payment_requests WHERE status = 'pending' ORDER BY id LIMIT 1)`;

export const PAYMENTS: readonly Damage[] = [
  {
    description: 'a request is paid with less than it asked for',
    sql: `UPDATE payment_requests SET amount = amount + 1 WHERE id = ${PAID}`,
    codes: ['payment_event_contradicts', 'payment_uncredited'],
  },
  {
    description: 'a request is paid without a card',
    sql: `UPDATE payment_attempts SET status = 'failed' WHERE status = 'approved' AND payment_request_id = ${PAID}`,
    codes: ['payment_uncharged'],
  },
  {
    description: 'a decline is forgotten, so that the card may be tried once more',
    sql: `UPDATE payment_requests SET declines = declines - 1, attempts = attempts - 1 WHERE id =
      (SELECT id FROM payment_requests WHERE status <> 'failed' AND declines > 0 ORDER BY id LIMIT 1)`,
    codes: ['attempts_miscounted'],
  },
  {
    description: 'a card that was declined leaves no trace',
    sql: `DELETE FROM payment_attempts WHERE (payment_request_id, number) =
      (SELECT payment_request_id, number FROM payment_attempts WHERE status = 'declined' ORDER BY 1, 2 LIMIT 1)`,
    codes: ['attempts_miscounted'],
  },
  {
    description: 'a request waits for a charge that nobody makes',
    sql: `UPDATE payment_requests SET charging = true, attempts = attempts + 1 WHERE id = ${UNPAID}`,
    codes: ['attempts_miscounted', 'charging_wrong'],
  },
  {
    description: 'a card is charged for a request that knows nothing of it',
    sql: `INSERT INTO payment_attempts (account_id, payment_request_id, number, status, brand, last4, started_at)
      SELECT account_id, id, attempts + 1, 'started', 'visa', '4242', now() FROM payment_requests WHERE id = ${UNPAID}`,
    codes: ['attempts_miscounted', 'charging_wrong'],
  },
  {
    description: 'the telling of a payment is deleted',
    sql: `DELETE FROM events WHERE type = 'payment_request.succeeded' AND subject_id = ${PAID}`,
    codes: ['payment_event_missing'],
  },
  {
    description: 'an open request is declared canceled',
    sql: `UPDATE payment_requests SET status = 'canceled', cancel_reason = 'requested', canceled_at = now()
      WHERE id = ${UNPAID}`,
    codes: ['payment_event_missing'],
  },
  {
    description: 'a payment is told with another amount',
    sql: `UPDATE events SET data = jsonb_set(data, '{amount}', '1')
      WHERE type = 'payment_request.succeeded' AND subject_id = ${PAID}`,
    codes: ['payment_event_contradicts'],
  },
  {
    description: 'a request is taken out with all that was tried at it',
    sql: `CREATE TEMPORARY TABLE unwanted AS SELECT id FROM payment_requests
        WHERE status = 'pending' AND subscription_id IS NULL AND NOT charging ORDER BY id LIMIT 1;
      DELETE FROM payment_attempts WHERE payment_request_id = (SELECT id FROM unwanted);
      DELETE FROM payment_requests WHERE id = (SELECT id FROM unwanted);
      DROP TABLE unwanted`,
    codes: ['payment_request_missing'],
  },
  {
    description: 'a request asks for another order',
    sql: `UPDATE payment_requests SET reference = 'another' WHERE id = ${UNPAID}`,
    codes: ['payment_request_altered'],
  },
];
