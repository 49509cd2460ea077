import { type Damage } from './damage.js';

const REFUNDED = `(SELECT id FROM refunds WHERE status = 'succeeded' ORDER BY id LIMIT 1)`;
const ITS_TRANSACTION = `(SELECT transaction_id FROM refunds WHERE id = ${REFUNDED})`;

export const REFUNDS: readonly Damage[] = [
  {
    description: 'a refund has another amount than its transaction',
    sql: `UPDATE refunds SET amount = amount - 1 WHERE id = ${REFUNDED}`,
    codes: ['refund_event_contradicts', 'refund_hold_wrong', 'refunded_amount_wrong'],
  },
  {
    description: 'the transaction of a refund loses it, and could be refunded',
    sql: `UPDATE transactions SET refund_id = NULL WHERE id = ${ITS_TRANSACTION}`,
    codes: ['event_contradicts', 'refund_hold_wrong'],
  },
  {
    description: 'a transaction belongs to a refund that does not exist',
    sql: `UPDATE transactions SET refund_id = gen_random_uuid() WHERE id = (SELECT id FROM transactions
      WHERE type = 'payment' AND refund_id IS NULL AND transfer_id IS NULL ORDER BY id LIMIT 1)`,
    codes: ['event_contradicts', 'refund_hold_unfounded'],
  },
  {
    description: 'more is refunded than was paid by card',
    sql: `INSERT INTO refunds (account_id, id, payment_id, amount, currency, status, transaction_id, created_at, updated_at)
      SELECT refund.account_id, gen_random_uuid(), payment_id, request.amount, refund.currency, 'pending',
        refund.transaction_id, refund.created_at, refund.created_at
      FROM refunds refund JOIN payment_requests request ON request.id = refund.payment_id
      WHERE refund.id = ${REFUNDED}`,
    codes: ['refund_event_missing', 'refund_hold_wrong', 'refund_sum_excessive'],
  },
  {
    description: 'a payment request hides its refunds',
    sql: `UPDATE payment_requests SET refunded_amount = 0
      WHERE id = (SELECT payment_id FROM refunds WHERE id = ${REFUNDED})`,
    codes: ['refunded_amount_wrong'],
  },
  {
    description: 'an event of a refund is deleted',
    sql: `DELETE FROM events WHERE type = 'refund.succeeded' AND subject_id = ${REFUNDED}`,
    codes: ['event_chain_broken', 'refund_event_missing'],
  },
  {
    description: 'an event has another payment than its refund',
    sql: `UPDATE events SET data = jsonb_set(data, '{payment_id}', '"pay_1"')
      WHERE type = 'refund.succeeded' AND subject_id = ${REFUNDED}`,
    codes: ['event_chain_broken', 'refund_event_contradicts'],
  },
  {
    description: 'a refund is deleted',
    sql: `DELETE FROM refunds WHERE id = ${REFUNDED}`,
    codes: ['refund_hold_unfounded', 'refund_missing', 'refunded_amount_wrong'],
  },
];
