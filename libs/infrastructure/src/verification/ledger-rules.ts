import { type AuditRule, eventMissingRule, publicId, defineRules, subjectRules } from './rule.js';

// The first 48 bits of a UUIDv7 are the creation time in milliseconds.
const MILLISECOND_OF_ID = `('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint`;

/** The other side of a transfer may be on another node of Citus, which does not join tables across nodes. */
const sidesOfTransfers = (columns: string): string =>
  `SELECT account_id, id, transfer_id, type, ${columns} FROM transactions WHERE transfer_id IS NOT NULL`;

const ENTRY_GUARDS = `(VALUES ('entries_are_final'), ('entries_are_not_truncated')) AS guards (guard)`;

const LEDGER_RULES = defineRules({
  currency_unbalanced: {
    name: 'debits equal credits in every currency',
    table: 'entries',
    broken: `SELECT currency, sum(amount) AS difference FROM entries GROUP BY currency HAVING sum(amount) <> 0`,
  },
  balance_wrong: {
    name: 'available and held are the sum of the entries',
    table: 'books',
    broken: `
      SELECT account_id, available, held, coalesce(posted, 0) AS posted FROM books
      LEFT JOIN (SELECT account_id, sum(amount) AS posted FROM entries WHERE line = 'account' GROUP BY account_id) own
        USING (account_id)
      WHERE available + held <> coalesce(posted, 0)`,
  },
  balance_negative: {
    name: 'no part of a balance is below zero',
    table: 'books',
    broken: `SELECT account_id, available, held, incoming FROM books WHERE least(available, held, incoming) < 0`,
  },
  hold_wrong: {
    name: 'held is the sum of pending payments',
    table: 'books',
    broken: `
      SELECT account_id, held, coalesce(pending, 0) AS pending FROM books
      LEFT JOIN (SELECT account_id, sum(amount) AS pending FROM transactions
        WHERE status = 'pending' AND type = 'payment' GROUP BY account_id) payments USING (account_id)
      WHERE held <> coalesce(pending, 0)`,
  },
  incoming_wrong: {
    name: 'incoming is the sum of pending credits and refunds',
    table: 'books',
    broken: `
      SELECT account_id, incoming, coalesce(pending, 0) AS pending FROM books
      LEFT JOIN (SELECT account_id, sum(amount) AS pending FROM transactions
        WHERE status = 'pending' AND type <> 'payment' GROUP BY account_id) expected USING (account_id)
      WHERE incoming <> coalesce(pending, 0)`,
  },
  book_missing: {
    name: 'every account has a balance',
    table: 'accounts',
    broken: `
      SELECT accounts.id AS account_id, status FROM accounts LEFT JOIN books ON books.account_id = accounts.id
      WHERE books.account_id IS NULL`,
  },
  book_contradicts_account: {
    name: "a balance has its account's state and currency",
    table: 'books',
    broken: `
      SELECT account_id, accounts.status, books.state, accounts.currency, books.currency AS book_currency
      FROM books LEFT JOIN accounts ON accounts.id = books.account_id
      WHERE accounts.currency IS DISTINCT FROM books.currency OR books.state <>
        CASE accounts.status WHEN 'active' THEN 'open' WHEN 'closed' THEN 'closed' ELSE 'frozen' END`,
  },
  book_use_wrong: {
    name: 'a balance is marked as used exactly when its account has transactions',
    table: 'books',
    broken: `
      SELECT account_id, used FROM books
      WHERE used <> EXISTS (SELECT FROM transactions WHERE transactions.account_id = books.account_id)`,
  },
  currency_foreign: {
    name: 'transactions are in the currency of their balance',
    table: 'transactions',
    broken: `
      SELECT account_id, transactions.id AS transaction_id, transactions.currency, books.currency AS book_currency
      FROM transactions LEFT JOIN books USING (account_id)
      WHERE transactions.currency IS DISTINCT FROM books.currency`,
  },
  refund_excessive: {
    name: 'refunds never exceed their payment',
    table: 'transactions',
    broken: `
      SELECT payment.account_id, payment.id AS transaction_id, payment.amount, sum(refund.amount) AS refunded
      FROM transactions refund
      JOIN transactions payment ON payment.account_id = refund.account_id AND payment.id = refund.refund_of
      WHERE refund.status IN ('pending', 'succeeded')
      GROUP BY payment.account_id, payment.id HAVING sum(refund.amount) > payment.amount`,
  },
  refund_unfounded: {
    name: 'a refund belongs to a succeeded payment',
    table: 'transactions',
    broken: `
      SELECT refund.account_id, refund.id AS transaction_id, refund.refund_of AS payment_transaction_id,
        payment.type, payment.status
      FROM transactions refund
      LEFT JOIN transactions payment ON payment.account_id = refund.account_id AND payment.id = refund.refund_of
      WHERE refund.refund_of IS NOT NULL AND refund.status IN ('pending', 'succeeded')
        AND (payment.type = 'payment' AND payment.status = 'succeeded') IS NOT TRUE`,
  },
  transfer_incomplete: {
    name: 'a transfer is a payment and a credit of two accounts that name each other',
    table: 'transactions',
    broken: `
      WITH other AS MATERIALIZED (${sidesOfTransfers('counterparty_id')})
      SELECT side.account_id, side.id AS transaction_id, side.transfer_id, side.type,
        other.id AS other_transaction_id, other.type AS other_type
      FROM transactions side
      LEFT JOIN other
        ON other.transfer_id = side.transfer_id AND other.account_id = side.counterparty_id
      WHERE side.transfer_id IS NOT NULL AND (other.counterparty_id = side.account_id
        AND (side.type, other.type) IN (('payment', 'credit'), ('credit', 'payment'))) IS NOT TRUE`,
  },
  transfer_contradicts: {
    name: 'both sides of a transfer have the same amount, currency and status',
    table: 'transactions',
    broken: `
      WITH destination AS MATERIALIZED (${sidesOfTransfers('amount, currency, status')})
      SELECT source.account_id, source.id AS transaction_id, transfer_id, source.amount, source.currency, source.status,
        destination.id AS other_transaction_id, destination.amount AS other_amount,
        destination.currency AS other_currency, destination.status AS other_status
      FROM transactions source JOIN destination USING (transfer_id)
      WHERE source.type = 'payment' AND destination.type = 'credit'
        AND (source.amount, source.currency, source.status)
          <> (destination.amount, destination.currency, destination.status)`,
  },
  creation_time_wrong: {
    name: 'the id of a transaction contains its creation time',
    table: 'transactions',
    broken: `
      SELECT account_id, id AS transaction_id, created_at FROM transactions
      WHERE ${MILLISECOND_OF_ID} <> round(extract(epoch FROM created_at) * 1000)::bigint`,
  },
  posting_wrong: {
    name: 'a succeeded transaction has a balanced pair of entries of its amount',
    table: 'transactions',
    broken: `
      SELECT account_id, id AS transaction_id, type, amount, coalesce(lines, 0) AS lines, own, clearing
      FROM transactions
      LEFT JOIN (
        SELECT account_id, transaction_id AS id, count(*) AS lines, min(currency) AS least, max(currency) AS most,
          sum(amount) FILTER (WHERE line = 'account') AS own, sum(amount) FILTER (WHERE line = 'clearing') AS clearing
        FROM entries GROUP BY account_id, transaction_id) posted USING (account_id, id)
      WHERE status = 'succeeded' AND (lines = 2 AND least = currency AND most = currency AND own = -clearing
        AND own = CASE type WHEN 'payment' THEN -amount ELSE amount END) IS NOT TRUE`,
  },
  posting_unfounded: {
    name: 'entries belong to succeeded transactions',
    table: 'entries',
    broken: `
      SELECT account_id, transaction_id, line, entries.amount, status FROM entries
      LEFT JOIN (SELECT account_id, id AS transaction_id, status FROM transactions) known
        USING (account_id, transaction_id)
      WHERE status IS DISTINCT FROM 'succeeded'`,
  },
  posting_time_wrong: {
    name: 'entries were posted when their transaction ended',
    table: 'entries',
    broken: `
      SELECT account_id, transaction_id, line, posted_at, ended_at FROM entries
      JOIN (SELECT account_id, id AS transaction_id, ended_at FROM transactions) known
        USING (account_id, transaction_id)
      WHERE posted_at IS DISTINCT FROM ended_at`,
  },
  entries_unguarded: {
    name: 'triggers keep entries from being changed',
    table: ENTRY_GUARDS,
    broken: `
      SELECT guard FROM ${ENTRY_GUARDS}
      WHERE NOT EXISTS (SELECT FROM pg_trigger
        WHERE tgrelid = 'entries'::regclass AND tgname = guard AND tgenabled IN ('O', 'A'))`,
  },
});

const TRANSACTION = { table: 'transactions', kind: 'txn', idColumn: 'transaction_id' } as const;

export const ALL_LEDGER_RULES: readonly AuditRule[] = [
  ...LEDGER_RULES,
  eventMissingRule(
    'event_missing',
    TRANSACTION,
    `type NOT IN ('transaction.created', 'transaction.updated')`,
  ),
  ...defineRules({
    event_contradicts: {
      name: 'events have the type, amount, currency, refunded payment, refund and failure reason of their transaction',
      table: 'events',
      broken: `
      SELECT account_id, transactions.id AS transaction_id, events.type AS event, amount, data ->> 'amount' AS recorded,
        refund_of AS payment_transaction_id, data ->> 'refund_of' AS recorded_refund_of
      FROM events JOIN transactions USING (account_id)
      WHERE subject_kind = 'txn' AND subject_id = transactions.id AND (data ->> 'amount' = amount::text
        AND data ->> 'currency' = currency AND data ->> 'type' = transactions.type
        AND data ->> 'refund_of' IS NOT DISTINCT FROM
          CASE WHEN refund_of IS NOT NULL THEN ${publicId('txn', 'refund_of')} END
        AND data ->> 'refund_id' IS NOT DISTINCT FROM
          CASE WHEN refund_id IS NOT NULL THEN ${publicId('re', 'refund_id')} END
        AND (events.type <> 'transaction.failed' OR data ->> 'failure_reason' IS NOT DISTINCT FROM failure_reason)
      ) IS NOT TRUE`,
    },
    event_time_wrong: {
      name: 'the end event of a transaction has its end time',
      table: 'events',
      broken: `
      SELECT account_id, transactions.id AS transaction_id, events.type AS event, ended_at, occurred_at AS recorded
      FROM events JOIN transactions USING (account_id)
      WHERE subject_kind = 'txn' AND subject_id = transactions.id AND ended_at <> occurred_at
        AND events.type NOT IN ('transaction.created', 'transaction.updated')`,
    },
  }),
  ...subjectRules(TRANSACTION),
];
