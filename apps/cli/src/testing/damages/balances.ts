import { type Damage, SALE, unguarded } from './damage.js';

const BUSIEST = `(SELECT account_id FROM books WHERE state = 'open' ORDER BY held DESC LIMIT 1)`;

export const BALANCES: readonly Damage[] = [
  {
    description: 'a balance is raised',
    sql: `UPDATE books SET available = available + 100 WHERE account_id = ${BUSIEST}`,
    codes: ['balance_wrong'],
  },
  {
    description: 'a hold is let go',
    sql: `UPDATE books SET held = held - 1, available = available + 1 WHERE account_id = ${BUSIEST}`,
    codes: ['hold_wrong'],
  },
  {
    description: 'money is expected that nobody sent',
    sql: `UPDATE books SET incoming = incoming + 5 WHERE account_id = ${BUSIEST}`,
    codes: ['incoming_wrong'],
  },
  {
    description: 'a balance is below zero',
    sql: `ALTER TABLE books DROP CONSTRAINT books_available_check;
      UPDATE books SET available = -1 WHERE account_id = ${BUSIEST}`,
    codes: ['balance_negative', 'balance_wrong'],
  },
];

export const ENTRIES: readonly Damage[] = [
  {
    description: 'one line of a pair of entries is deleted',
    sql: unguarded(`DELETE FROM entries WHERE line = 'clearing' AND transaction_id = ${SALE}`),
    codes: ['currency_unbalanced', 'posting_wrong'],
  },
  {
    description: 'both lines are deleted',
    sql: unguarded(`DELETE FROM entries WHERE transaction_id = ${SALE}`),
    codes: ['balance_wrong', 'posting_wrong'],
  },
  {
    description: 'both lines are doubled',
    sql: unguarded(`UPDATE entries SET amount = amount * 2 WHERE transaction_id = ${SALE}`),
    codes: ['balance_wrong', 'posting_wrong'],
  },
  {
    description: 'a posting is backdated',
    sql: unguarded(
      `UPDATE entries SET posted_at = posted_at - interval '31 days' WHERE transaction_id = ${SALE}`,
    ),
    codes: ['posting_time_wrong'],
  },
  {
    description: 'the guard of the entries is gone',
    sql: `DROP TRIGGER entries_are_final ON entries`,
    codes: ['entries_unguarded'],
  },
];
