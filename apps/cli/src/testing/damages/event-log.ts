import { type Damage, OF_SALE } from './damage.js';

/** By its place in the log of the account, starting at 0. */
const eventAt = (place: number): string =>
  `(SELECT id FROM events WHERE account_id = ${OF_SALE} ORDER BY id OFFSET ${place} LIMIT 1)`;
const OPENED = eventAt(0);
const MIDDLE = eventAt(2);

export const EVENT_LOG: readonly Damage[] = [
  {
    description: 'the actor of an event is changed',
    sql: `UPDATE events SET actor = 'intruder' WHERE id = ${MIDDLE}`,
    codes: ['event_chain_broken'],
  },
  {
    description: 'the balance after an event is changed',
    sql: `UPDATE events SET available = available + 1 WHERE id = ${MIDDLE}`,
    codes: ['event_chain_broken', 'event_balance_wrong'],
  },
  {
    description: 'the first event of an account is deleted',
    sql: `DELETE FROM events WHERE id = ${OPENED}`,
    codes: ['event_chain_broken'],
  },
  {
    description: 'an event in the middle of a log is deleted, and its predecessor gets its hash',
    sql: `WITH deleted AS (DELETE FROM events WHERE id = ${OPENED} RETURNING hash)
      UPDATE events SET hash = deleted.hash FROM deleted WHERE id = ${eventAt(1)}`,
    codes: ['event_chain_broken'],
  },
  {
    description: 'an event is inserted with the hash of the one before it',
    sql: `INSERT INTO events (account_id, id, type, subject_kind, subject_id, data, occurred_at, actor, hash)
      SELECT account_id, overlay(id::text placing 'ffffffffffff' from 25)::uuid, 'account.updated', 'acct', account_id, data,
        occurred_at, actor, hash FROM events WHERE id = ${OPENED}`,
    codes: ['event_chain_broken'],
  },
  {
    description: 'two events are exchanged',
    sql: `WITH pair AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM events
        WHERE id IN (${OPENED}, ${eventAt(1)})),
      content AS (SELECT place, type, subject_kind, subject_id, data, occurred_at, actor, available, held, incoming, hash
        FROM pair JOIN events USING (id))
      UPDATE events SET type = content.type, subject_kind = content.subject_kind, subject_id = content.subject_id,
        data = content.data, occurred_at = content.occurred_at, actor = content.actor, available = content.available,
        held = content.held, incoming = content.incoming, hash = content.hash
      FROM pair JOIN content ON content.place = 3 - pair.place WHERE events.id = pair.id`,
    codes: ['event_chain_broken', 'event_balance_wrong'],
  },
  {
    description: 'the newest event of an account is deleted',
    sql: `DELETE FROM events WHERE id IN (SELECT head_event_id FROM books WHERE account_id = ${OF_SALE})`,
    codes: ['log_head_wrong', 'payment_event_missing'],
  },
  {
    description: 'the head of a log is changed',
    sql: `UPDATE books SET head_hash = repeat('ab', 32) WHERE account_id = ${OF_SALE}`,
    codes: ['log_head_wrong'],
  },
];
