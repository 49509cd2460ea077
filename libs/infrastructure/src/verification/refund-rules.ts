import { type AuditRule, eventMissingRule, defineRules, publicId } from './rule.js';

const REFUND = { table: 'refunds', kind: 're', idColumn: 'refund_id' } as const;

export const REFUND_RULES: readonly AuditRule[] = [
  ...defineRules({
    refund_hold_wrong: {
      name: 'a refund has a payment transaction of its amount, currency and status',
      table: 'refunds',
      broken: `
      SELECT refund.account_id, refund.id AS refund_id, refund.transaction_id, refund.status, refund.amount,
        hold.type, hold.status AS hold_status, hold.amount AS held
      FROM refunds refund
      LEFT JOIN transactions hold ON hold.account_id = refund.account_id AND hold.id = refund.transaction_id
      WHERE (hold.type = 'payment' AND hold.refund_id = refund.id AND hold.amount = refund.amount
        AND hold.currency = refund.currency AND hold.status = refund.status
        AND hold.failure_reason IS NOT DISTINCT FROM refund.failure_reason) IS NOT TRUE`,
    },
    refund_hold_unfounded: {
      name: 'a transaction that names a refund is the transaction of that refund',
      table: 'transactions',
      broken: `
      SELECT hold.account_id, hold.id AS transaction_id, hold.refund_id, hold.status
      FROM transactions hold
      LEFT JOIN refunds refund ON refund.account_id = hold.account_id AND refund.id = hold.refund_id
      WHERE hold.refund_id IS NOT NULL AND refund.transaction_id IS DISTINCT FROM hold.id`,
    },
    refund_sum_excessive: {
      name: 'refunds never exceed their payment request, which has succeeded',
      table: 'refunds',
      broken: `
      SELECT request.account_id, request.id AS payment_id, request.status, request.amount,
        sum(refund.amount) AS refunded
      FROM refunds refund
      JOIN payment_requests request ON request.account_id = refund.account_id AND request.id = refund.payment_id
      WHERE refund.status <> 'failed'
      GROUP BY request.account_id, request.id
      HAVING sum(refund.amount) > request.amount OR request.status <> 'succeeded'
        OR max(refund.currency) <> request.currency OR min(refund.currency) <> request.currency`,
    },
    refunded_amount_wrong: {
      name: 'the refunded amount of a payment request is the sum of its succeeded refunds',
      table: 'payment_requests',
      broken: `
      SELECT account_id, id AS payment_id, refunded_amount, coalesce(refunded, 0) AS refunded
      FROM payment_requests
      LEFT JOIN (SELECT account_id, payment_id AS id, sum(amount) AS refunded FROM refunds
        WHERE status = 'succeeded' GROUP BY account_id, payment_id) succeeded USING (account_id, id)
      WHERE refunded_amount <> coalesce(refunded, 0)`,
    },
  }),
  eventMissingRule('refund_event_missing', REFUND, `type IN ('refund.succeeded', 'refund.failed')`),
  ...defineRules({
    refund_event_contradicts: {
      name: 'events have the payment, amount, currency and reason of their refund',
      table: 'events',
      broken: `
      SELECT refund.account_id, refund.id AS refund_id, event.type AS event, refund.amount,
        event.data ->> 'amount' AS recorded
      FROM events event
      JOIN refunds refund ON refund.account_id = event.account_id AND refund.id = event.subject_id
      WHERE event.subject_kind = 're' AND (event.data ->> 'amount' = refund.amount::text
        AND event.data ->> 'currency' = refund.currency
        AND event.data ->> 'payment_id' = ${publicId('pay', 'refund.payment_id')}
        AND event.data ->> 'reason' IS NOT DISTINCT FROM refund.reason) IS NOT TRUE`,
    },
    refund_missing: {
      name: 'events refer to existing refunds',
      table: 'events',
      broken: `
      SELECT account_id, subject_id AS refund_id, type AS event FROM events
      WHERE subject_kind = 're' AND NOT EXISTS (SELECT FROM refunds
        WHERE refunds.account_id = events.account_id AND refunds.id = events.subject_id)`,
    },
  }),
];
