import { type Damage, OF_SALE, SALE, unguarded } from './damage.js';

const REFUND = `(SELECT id FROM transactions WHERE refund_of IS NOT NULL AND status = 'succeeded' ORDER BY id LIMIT 1)`;

export const TRANSACTIONS: readonly Damage[] = [
  {
    description: 'a succeeded transaction is set to failed',
    sql: `UPDATE transactions SET status = 'failed' WHERE id = ${SALE}`,
    codes: ['event_missing', 'posting_unfounded'],
  },
  {
    description: 'a pending transaction is set to succeeded',
    sql: `UPDATE transactions SET status = 'succeeded', ended_at = now() WHERE id =
      (SELECT id FROM transactions WHERE status = 'pending' AND type = 'credit' LIMIT 1)`,
    codes: ['event_missing', 'incoming_wrong', 'posting_wrong'],
  },
  {
    description: 'an amount is changed',
    sql: `UPDATE transactions SET amount = amount + 1 WHERE id = ${SALE}`,
    codes: ['event_contradicts', 'posting_wrong'],
  },
  {
    description: 'an amount is changed consistently in the transaction, its entries and the balance',
    sql: unguarded(`UPDATE books SET available = available + 7 WHERE account_id = ${OF_SALE};
      UPDATE entries SET amount = amount + sign(amount) * 7 WHERE transaction_id = ${SALE};
      UPDATE transactions SET amount = amount + 7 WHERE id = ${SALE}`),
    codes: [
      'event_contradicts',
      'activity_wrong',
      'newest_balance_wrong',
      'posted_totals_wrong',
      'running_totals_wrong',
    ],
  },
  {
    description: 'a transaction is deleted with its entries, and the balance is adjusted',
    sql: unguarded(`UPDATE books SET available = available - (SELECT amount FROM transactions WHERE id = ${SALE})
        WHERE account_id = ${OF_SALE};
      DELETE FROM entries WHERE transaction_id = ${SALE};
      DELETE FROM transactions WHERE id = ${SALE}`),
    codes: [
      'transaction_missing',
      'activity_wrong',
      'newest_balance_wrong',
      'posted_totals_wrong',
      'running_totals_wrong',
    ],
  },
  {
    description: 'a transaction becomes a transfer that no other account has',
    sql: `UPDATE transactions SET transfer_id = gen_random_uuid(), counterparty_id = gen_random_uuid()
      WHERE id = ${SALE}`,
    codes: ['transfer_incomplete'],
  },
  {
    description: 'two transactions with different amounts become a transfer',
    sql: `WITH credit AS (SELECT * FROM transactions WHERE id = ${SALE}),
      payment AS (SELECT transactions.* FROM transactions, credit WHERE transactions.type = 'payment'
        AND transactions.account_id <> credit.account_id AND transactions.amount <> credit.amount LIMIT 1)
      UPDATE transactions SET transfer_id = credit.id,
        counterparty_id = CASE transactions.id WHEN credit.id THEN payment.account_id ELSE credit.account_id END
      FROM credit, payment WHERE transactions.id IN (credit.id, payment.id)`,
    codes: ['transfer_contradicts'],
  },
  {
    description: 'a transaction is backdated',
    sql: `UPDATE transactions SET created_at = created_at - interval '31 days' WHERE id = ${SALE}`,
    codes: ['creation_time_wrong'],
  },
  {
    description: 'a transaction gets another currency',
    sql: `ALTER TABLE transactions DROP CONSTRAINT transactions_book_fkey;
      UPDATE transactions SET currency = 'SEK' WHERE id = ${SALE}`,
    codes: ['currency_foreign', 'event_contradicts', 'posting_wrong'],
  },
  {
    description: 'an event of a transaction is deleted',
    sql: `DELETE FROM events WHERE type = 'transaction.succeeded' AND subject_id = ${SALE}`,
    codes: ['event_chain_broken', 'event_missing', 'event_balance_wrong'],
  },
  {
    description: 'more is refunded than was paid',
    sql: `WITH payment AS (SELECT * FROM transactions WHERE type = 'payment' AND status = 'succeeded' AND account_id IN
          (SELECT account_id FROM books WHERE state = 'open') ORDER BY id LIMIT 1),
      invented AS (INSERT INTO transactions (account_id, id, type, amount, currency, status, metadata, refund_of,
          created_at, updated_at)
        SELECT account_id, overlay(id::text placing 'ffffffffffff' from 25)::uuid, 'refund', amount + 1, currency,
          'pending', '{}', id, created_at, created_at FROM payment RETURNING *),
      event AS (INSERT INTO events SELECT account_id, gen_random_uuid(), 'transaction.created', 'txn', id,
        jsonb_build_object('type', type, 'amount', amount, 'currency', currency), created_at FROM invented)
      UPDATE books SET incoming = incoming + amount FROM invented WHERE books.account_id = invented.account_id`,
    codes: ['event_contradicts', 'refund_excessive'],
  },
  {
    description: 'a refund refers to a credit',
    sql: `WITH refund AS (SELECT * FROM transactions WHERE type = 'refund' AND status = 'succeeded' ORDER BY id LIMIT 1)
      UPDATE transactions SET refund_of = (SELECT credit.id FROM transactions credit
        WHERE credit.account_id = refund.account_id AND credit.type = 'credit' ORDER BY credit.amount DESC LIMIT 1)
      FROM refund WHERE transactions.id = refund.id`,
    codes: ['event_contradicts', 'refund_unfounded'],
  },
  {
    description: 'a refund loses its payment, which could be refunded again',
    sql: `UPDATE transactions SET refund_of = NULL WHERE id = ${REFUND}`,
    codes: ['event_contradicts'],
  },
  {
    description: 'a refund refers to another, larger payment',
    sql: `UPDATE transactions SET refund_of = (SELECT payment.id FROM transactions payment
        WHERE payment.account_id = transactions.account_id AND payment.type = 'payment' AND payment.status = 'succeeded'
          AND payment.id NOT IN (SELECT refund_of FROM transactions WHERE refund_of IS NOT NULL)
        ORDER BY payment.amount DESC LIMIT 1)
      WHERE id = ${REFUND}`,
    codes: ['event_contradicts'],
  },
  {
    description: 'a settlement is backdated consistently into another month',
    sql: unguarded(`UPDATE entries SET posted_at = posted_at - interval '31 days' WHERE transaction_id = ${SALE};
      UPDATE transactions SET ended_at = ended_at - interval '31 days', updated_at = updated_at - interval '31 days'
        WHERE id = ${SALE}`),
    codes: ['event_time_wrong', 'activity_wrong', 'running_totals_wrong'],
  },
  {
    description: 'a cancellation is backdated',
    sql: `UPDATE transactions SET ended_at = ended_at - interval '31 days' WHERE id =
      (SELECT id FROM transactions WHERE status = 'canceled' ORDER BY id LIMIT 1)`,
    codes: ['event_time_wrong'],
  },
  {
    description: 'the reference of a transaction is changed',
    sql: `UPDATE transactions SET reference = reference || ' b' WHERE id = ${SALE}`,
    codes: ['transaction_altered'],
  },
  {
    description: 'an event has other metadata than its transaction',
    sql: `UPDATE events SET data = jsonb_set(data, '{metadata}', '{"basket": 1}')
      WHERE type = 'transaction.created' AND subject_id = ${SALE}`,
    codes: ['event_chain_broken', 'transaction_altered'],
  },
];
