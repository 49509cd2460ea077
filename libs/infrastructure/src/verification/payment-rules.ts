import { type AuditRule, eventMissingRule, defineRules, subjectRules } from './rule.js';

const PAYMENT = { table: 'payment_requests', kind: 'pay', idColumn: 'payment_id' } as const;
const IS_END = `type IN ('payment_request.succeeded', 'payment_request.failed', 'payment_request.canceled')`;

export const PAYMENT_RULES: readonly AuditRule[] = [
  ...defineRules({
    payment_uncredited: {
      name: 'a paid request became a settled credit of its amount',
      table: 'payment_requests',
      broken: `
      SELECT request.account_id, request.id AS payment_id, request.amount, request.transaction_id,
        credit.type, credit.status, credit.amount AS credited
      FROM payment_requests request
      LEFT JOIN transactions credit
        ON credit.account_id = request.account_id AND credit.id = request.transaction_id
      WHERE request.status = 'succeeded' AND (credit.type = 'credit' AND credit.status = 'succeeded'
        AND credit.amount = request.amount AND credit.currency = request.currency) IS NOT TRUE`,
    },
    payment_uncharged: {
      name: 'a request is paid exactly when a card was charged for it',
      table: 'payment_requests',
      broken: `
      SELECT request.account_id, request.id AS payment_id, request.status, count(attempt.number) AS charges
      FROM payment_requests request
      LEFT JOIN payment_attempts attempt ON attempt.account_id = request.account_id
        AND attempt.payment_request_id = request.id AND attempt.status = 'approved'
      GROUP BY request.account_id, request.id
      HAVING count(attempt.number) <> CASE request.status WHEN 'succeeded' THEN 1 ELSE 0 END`,
    },
    charging_wrong: {
      name: 'a request is being charged exactly when an attempt at it has not ended',
      table: 'payment_requests',
      broken: `
      SELECT request.account_id, request.id AS payment_id, request.status, request.charging,
        attempt.number AS attempt
      FROM payment_requests request
      LEFT JOIN payment_attempts attempt ON attempt.account_id = request.account_id
        AND attempt.payment_request_id = request.id AND attempt.ended_at IS NULL
      WHERE request.charging <> (attempt.number IS NOT NULL)`,
    },
    attempts_miscounted: {
      name: 'a request counts its attempts and declines correctly',
      table: 'payment_requests',
      // A decline after the account was closed is not counted.
      broken: `
      SELECT request.account_id, request.id AS payment_id, request.status, request.attempts, request.declines,
        count(attempt.number) AS tried, count(*) FILTER (WHERE attempt.status = 'declined') AS declined
      FROM payment_requests request
      LEFT JOIN payment_attempts attempt ON attempt.account_id = request.account_id
        AND attempt.payment_request_id = request.id
      GROUP BY request.account_id, request.id
      HAVING request.attempts <> count(attempt.number) OR request.attempts <> coalesce(max(attempt.number), 0)
        OR request.declines > count(*) FILTER (WHERE attempt.status = 'declined')
        OR request.status <> 'canceled'
          AND request.declines < count(*) FILTER (WHERE attempt.status = 'declined')`,
    },
  }),
  eventMissingRule('payment_event_missing', PAYMENT, IS_END),
  ...defineRules({
    payment_event_contradicts: {
      name: 'events have the amount and currency of their payment request',
      table: 'events',
      broken: `
      SELECT request.account_id, request.id AS payment_id, event.type AS event, request.amount,
        event.data ->> 'amount' AS recorded
      FROM events event
      JOIN payment_requests request ON request.account_id = event.account_id AND request.id = event.subject_id
      WHERE event.subject_kind = 'pay' AND (event.data ->> 'amount' = request.amount::text
        AND event.data ->> 'currency' = request.currency) IS NOT TRUE`,
    },
  }),
  ...subjectRules(PAYMENT),
];
