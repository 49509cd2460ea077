import { type AuditRule, defineRules } from './rule.js';

/** Accounts whose entries `florin backfill` still has to number. */
const UNNUMBERED = `(SELECT account_id FROM entries WHERE line = 'account' AND position IS NULL)`;

const AMOUNT = `CASE WHEN data ->> 'amount' ~ '^[0-9]{1,15}$' THEN (data ->> 'amount')::bigint ELSE 0 END`;
const IS_PAYMENT = `data ->> 'type' = 'payment'`;
/** The share of an amount by which an event changes each part of the balance. */
const change = (created: number, succeeded: number, ended: number): string =>
  `CASE type WHEN 'transaction.created' THEN ${created} WHEN 'transaction.succeeded' THEN ${succeeded}
    WHEN 'transaction.failed' THEN ${ended} WHEN 'transaction.canceled' THEN ${ended} ELSE 0 END`;

/** What statements, balances at any time and activity are computed from. */
export const REPORT_RULES: readonly AuditRule[] = defineRules({
  running_totals_wrong: {
    name: 'the running totals of entries continue from one to the next, in the order of time',
    table: `(SELECT FROM entries WHERE line = 'account') AS lines`,
    broken: `
      SELECT account_id, transaction_id, position, place, balance_after, balance, total_in, sum_in
      FROM (
        SELECT account_id, transaction_id, position, balance_after, total_in, posted_at,
          row_number() OVER by_position AS place, sum(amount) OVER by_position AS balance,
          sum(greatest(amount, 0)) OVER by_position AS sum_in, lag(posted_at) OVER by_position AS previous
        FROM entries WHERE position IS NOT NULL
        WINDOW by_position AS (PARTITION BY account_id ORDER BY position ROWS UNBOUNDED PRECEDING)) AS lines
      WHERE (position <> place OR balance_after <> balance OR total_in <> sum_in OR posted_at < previous)
        AND account_id NOT IN ${UNNUMBERED}`,
  },
  posted_totals_wrong: {
    name: 'a balance has the number and the incoming sum of its entries',
    table: 'books',
    broken: `
      SELECT account_id, posted_count, coalesce(count, 0) AS count, total_in, coalesce(sum_in, 0) AS sum_in
      FROM books LEFT JOIN (SELECT account_id, count(*) AS count, sum(greatest(amount, 0)) AS sum_in FROM entries
        WHERE line = 'account' GROUP BY account_id) AS own USING (account_id)
      WHERE (posted_count <> coalesce(count, 0) OR total_in <> coalesce(sum_in, 0))
        AND account_id NOT IN ${UNNUMBERED}`,
  },
  activity_wrong: {
    name: 'the sums of each day are those of its entries, in every currency',
    table: '(SELECT day FROM activity_days UNION ALL SELECT day FROM activity_deltas) AS sums',
    broken: `
      SELECT currency, day, stored.count, stored.sum_in, stored.sum_out, posted.count AS posted_count,
        posted.sum_in AS posted_in, posted.sum_out AS posted_out
      FROM (SELECT currency, day, sum(posted_count) AS count, sum(total_in) AS sum_in, sum(total_out) AS sum_out
        FROM (SELECT currency, day, posted_count, total_in, total_out FROM activity_days
          UNION ALL SELECT currency, day, posted_count, total_in, total_out FROM activity_deltas) AS sums
        GROUP BY currency, day) AS stored
      FULL JOIN (SELECT currency, (posted_at AT TIME ZONE 'UTC')::date AS day, count(*) AS count,
          sum(greatest(amount, 0)) AS sum_in, sum(greatest(-amount, 0)) AS sum_out
        FROM entries WHERE position IS NOT NULL GROUP BY currency, (posted_at AT TIME ZONE 'UTC')::date) AS posted
        USING (currency, day)
      WHERE (coalesce(stored.count, 0), coalesce(stored.sum_in, 0), coalesce(stored.sum_out, 0))
        <> (coalesce(posted.count, 0), coalesce(posted.sum_in, 0), coalesce(posted.sum_out, 0))`,
  },
  event_balance_wrong: {
    name: 'the balance of an event follows from the event and the balance before it',
    table: 'events',
    broken: `
      SELECT account_id, id AS event_id, type AS event, available, held, incoming
      FROM (
        SELECT account_id, id, type, subject_kind, data, available, held, incoming,
          lag(id) OVER by_id IS NOT NULL AS has_previous,
          lag(available) OVER by_id AS was_available, lag(held) OVER by_id AS was_held,
          lag(incoming) OVER by_id AS was_incoming,
          ${AMOUNT} * CASE WHEN ${IS_PAYMENT} THEN ${change(-1, 0, 1)} ELSE ${change(0, 1, 0)} END AS moved,
          ${AMOUNT} * CASE WHEN ${IS_PAYMENT} THEN ${change(1, -1, -1)} ELSE 0 END AS moved_held,
          ${AMOUNT} * CASE WHEN ${IS_PAYMENT} THEN 0 ELSE ${change(1, -1, -1)} END AS moved_incoming
        FROM events WINDOW by_id AS (PARTITION BY account_id ORDER BY id)) AS replayed
      WHERE available IS NOT NULL AND (NOT has_previous OR was_available IS NOT NULL)
        AND (available, held, incoming) <> (coalesce(was_available, 0) + moved, coalesce(was_held, 0) + moved_held,
          coalesce(was_incoming, 0) + moved_incoming)`,
  },
  newest_balance_wrong: {
    name: 'the newest event of an account has its balance',
    table: 'books',
    broken: `
      SELECT account_id, newest.id AS event_id, books.available, newest.available AS recorded, books.held,
        newest.held AS recorded_held, books.incoming, newest.incoming AS recorded_incoming
      FROM books JOIN (SELECT DISTINCT ON (account_id) account_id, id, available, held, incoming FROM events
        ORDER BY account_id, id DESC) AS newest USING (account_id)
      WHERE (books.available, books.held, books.incoming) <> (newest.available, newest.held, newest.incoming)`,
  },
});
