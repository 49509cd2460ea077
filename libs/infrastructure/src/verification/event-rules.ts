import { type AuditRule, eventMissingRule, publicId, rules, subjectRules } from './rule.js';

const TRANSACTION = { table: 'transactions', kind: 'txn', idColumn: 'transaction_id' } as const;

export const EVENT_RULES: readonly AuditRule[] = [
  eventMissingRule(
    'event_missing',
    TRANSACTION,
    `type NOT IN ('transaction.created', 'transaction.updated')`,
  ),
  ...rules({
    event_contradicts: {
      name: 'events tell the type, amount and currency of their transaction, what it gives back and why it failed',
      table: 'events',
      broken: `
      SELECT account_id, transactions.id AS transaction_id, events.type AS event, amount, data ->> 'amount' AS told,
        refund_of AS payment_transaction_id, data ->> 'refund_of' AS told_refund_of
      FROM events JOIN transactions USING (account_id)
      WHERE subject_kind = 'txn' AND subject_id = transactions.id AND (data ->> 'amount' = amount::text
        AND data ->> 'currency' = currency AND data ->> 'type' = transactions.type
        AND data ->> 'refund_of' IS NOT DISTINCT FROM
          CASE WHEN refund_of IS NOT NULL THEN ${publicId('txn', 'refund_of')} END
        AND (events.type <> 'transaction.failed' OR data ->> 'failure_reason' IS NOT DISTINCT FROM failure_reason)
      ) IS NOT TRUE`,
    },
    event_time_wrong: {
      name: 'the end of a transaction is told with the time at which it ended',
      table: 'events',
      broken: `
      SELECT account_id, transactions.id AS transaction_id, events.type AS event, ended_at, occurred_at AS told
      FROM events JOIN transactions USING (account_id)
      WHERE subject_kind = 'txn' AND subject_id = transactions.id AND ended_at <> occurred_at
        AND events.type NOT IN ('transaction.created', 'transaction.updated')`,
    },
  }),
  ...subjectRules(TRANSACTION),
];
