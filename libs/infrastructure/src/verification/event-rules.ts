import { type AuditRule, asTold, spelledId } from './rule.js';

/** What the ledger promises about what is told of transactions. */
export const EVENT_RULES: readonly AuditRule[] = [
  {
    code: 'event_missing',
    name: 'a transaction has one event for its creation and one for its end',
    table: 'transactions',
    broken: `
      SELECT account_id, id AS transaction_id, status, coalesce(created, 0) AS created, coalesce(ended, 0) AS ended, told
      FROM transactions
      LEFT JOIN (
        SELECT account_id, subject_id AS id, count(*) FILTER (WHERE type = 'transaction.created') AS created,
          count(*) FILTER (WHERE type NOT IN ('transaction.created', 'transaction.updated')) AS ended,
          max(substr(type, 13)) FILTER (WHERE type NOT IN ('transaction.created', 'transaction.updated')) AS told
        FROM events WHERE subject_kind = 'txn' GROUP BY account_id, subject_id) events USING (account_id, id)
      WHERE created IS DISTINCT FROM 1
        OR CASE WHEN status = 'pending' THEN ended <> 0 ELSE ended <> 1 OR told <> status END`,
  },
  {
    code: 'event_contradicts',
    name: 'events tell the type, amount and currency of their transaction, what it gives back and why it failed',
    table: 'events',
    broken: `
      SELECT account_id, transactions.id AS transaction_id, events.type AS event, amount, data ->> 'amount' AS told,
        refund_of AS payment_transaction_id, data ->> 'refund_of' AS told_refund_of
      FROM events JOIN transactions USING (account_id)
      WHERE subject_kind = 'txn' AND subject_id = transactions.id AND (data ->> 'amount' = amount::text
        AND data ->> 'currency' = currency AND data ->> 'type' = transactions.type
        AND data ->> 'refund_of' IS NOT DISTINCT FROM
          CASE WHEN refund_of IS NOT NULL THEN ${spelledId('txn', 'refund_of')} END
        AND (events.type <> 'transaction.failed' OR data ->> 'failure_reason' IS NOT DISTINCT FROM failure_reason)
      ) IS NOT TRUE`,
  },
  {
    code: 'event_time_wrong',
    name: 'the end of a transaction is told with the time at which it ended',
    table: 'events',
    broken: `
      SELECT account_id, transactions.id AS transaction_id, events.type AS event, ended_at, occurred_at AS told
      FROM events JOIN transactions USING (account_id)
      WHERE subject_kind = 'txn' AND subject_id = transactions.id AND ended_at <> occurred_at
        AND events.type NOT IN ('transaction.created', 'transaction.updated')`,
  },
  ...asTold('transaction', 'txn', 'transaction_id'),
];
