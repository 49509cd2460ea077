import { type Damage, SALE, unguarded } from './damage.js';

const BUSIEST = `(SELECT account_id FROM books WHERE state = 'open' ORDER BY held DESC LIMIT 1)`;

export const BALANCES: readonly Damage[] = [
  {
    description: 'an available balance is increased',
    sql: `UPDATE books SET available = available + 100 WHERE account_id = ${BUSIEST}`,
    codes: ['balance_wrong', 'newest_balance_wrong'],
  },
  {
    description: 'a hold is released without a transaction',
    sql: `UPDATE books SET held = held - 1, available = available + 1 WHERE account_id = ${BUSIEST}`,
    codes: ['hold_wrong', 'newest_balance_wrong'],
  },
  {
    description: 'an incoming amount has no pending credit',
    sql: `UPDATE books SET incoming = incoming + 5 WHERE account_id = ${BUSIEST}`,
    codes: ['incoming_wrong', 'newest_balance_wrong'],
  },
  {
    description: 'an available balance is negative',
    sql: `ALTER TABLE books DROP CONSTRAINT books_available_check;
      UPDATE books SET available = -1 WHERE account_id = ${BUSIEST}`,
    codes: ['balance_negative', 'balance_wrong', 'newest_balance_wrong'],
  },
];

export const ENTRIES: readonly Damage[] = [
  {
    description: 'one of the two entries of a transaction is deleted',
    sql: unguarded(`DELETE FROM entries WHERE line = 'clearing' AND transaction_id = ${SALE}`),
    codes: ['currency_unbalanced', 'posting_wrong'],
  },
  {
    description: 'both entries are deleted',
    sql: unguarded(`DELETE FROM entries WHERE transaction_id = ${SALE}`),
    codes: [
      'balance_wrong',
      'posting_wrong',
      'activity_wrong',
      'posted_totals_wrong',
      'running_totals_wrong',
    ],
  },
  {
    description: 'both entries are doubled',
    sql: unguarded(`UPDATE entries SET amount = amount * 2 WHERE transaction_id = ${SALE}`),
    codes: [
      'balance_wrong',
      'posting_wrong',
      'activity_wrong',
      'posted_totals_wrong',
      'running_totals_wrong',
    ],
  },
  {
    description: 'a posting is backdated',
    sql: unguarded(
      `UPDATE entries SET posted_at = posted_at - interval '31 days' WHERE transaction_id = ${SALE}`,
    ),
    codes: ['posting_time_wrong', 'activity_wrong', 'running_totals_wrong'],
  },
  {
    description: 'the trigger that protects the entries is dropped',
    sql: `DROP TRIGGER entries_are_final ON entries`,
    codes: ['entries_unguarded'],
  },
  {
    description: 'the trigger that protects the entries from TRUNCATE is disabled',
    sql: `ALTER TABLE entries DISABLE TRIGGER entries_are_not_truncated`,
    codes: ['entries_unguarded'],
  },
];
