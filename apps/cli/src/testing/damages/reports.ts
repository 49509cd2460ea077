import { type Damage, OF_SALE, SALE } from './damage.js';

const OWN = `line = 'account' AND transaction_id = ${SALE}`;
const OPENED = `(SELECT id FROM events WHERE account_id = ${OF_SALE} ORDER BY id LIMIT 1)`;
const NEWEST = `(SELECT id FROM events WHERE account_id = ${OF_SALE} ORDER BY id DESC LIMIT 1)`;

/** The columns that reports are computed from. The trigger does not protect them: `florin backfill` fills them in. */
export const REPORTS: readonly Damage[] = [
  {
    description: 'the balance after an entry is changed',
    sql: `UPDATE entries SET balance_after = balance_after + 1 WHERE ${OWN}`,
    codes: ['running_totals_wrong'],
  },
  {
    description: 'the incoming total of an entry is changed',
    sql: `UPDATE entries SET total_in = total_in - 1 WHERE ${OWN}`,
    codes: ['running_totals_wrong'],
  },
  {
    description: 'the entries of an account are numbered with a gap',
    sql: `UPDATE entries SET position = position + 1 WHERE account_id = ${OF_SALE} AND position >= 3`,
    codes: ['running_totals_wrong'],
  },
  {
    description: 'the totals of a balance are changed',
    sql: `UPDATE books SET posted_count = posted_count + 1 WHERE account_id = ${OF_SALE}`,
    codes: ['posted_totals_wrong'],
  },
  {
    description: 'the sum of a day is changed',
    sql: `INSERT INTO activity_days (currency, day, posted_count, total_in, total_out) VALUES ('EUR', '2020-02-29', 0, 1, 0)`,
    codes: ['activity_wrong'],
  },
  {
    description: 'the hidden balance of an event that moves no money is changed',
    sql: `UPDATE events SET held = held + 1 WHERE id = ${OPENED}`,
    codes: ['event_balance_wrong'],
  },
  {
    description: 'the hidden balance of the newest event is changed',
    sql: `UPDATE events SET incoming = incoming + 1 WHERE id = ${NEWEST}`,
    codes: ['event_balance_wrong', 'newest_balance_wrong'],
  },
];
