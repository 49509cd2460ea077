import type { DataSource } from 'typeorm';
import { safeInteger } from '../postgres/columns.js';

export interface AuditCheck {
  /** The rule, in words. */
  readonly name: string;
  /** How many rows it was held against. */
  readonly rows: number;
  /** Those that break it, the first hundred of them. */
  readonly findings: readonly Readonly<Record<string, unknown>>[];
}

export interface BooksAudit {
  readonly checks: readonly AuditCheck[];
}

interface Rule {
  readonly name: string;
  readonly table: 'books' | 'transactions' | 'entries';
  /** Selects whatever breaks the rule. */
  readonly broken: string;
}

const RULES: readonly Rule[] = [
  {
    name: 'debits equal credits in every currency',
    table: 'entries',
    broken: `SELECT currency, sum(amount) AS difference FROM entries GROUP BY currency HAVING sum(amount) <> 0`,
  },
  {
    name: 'available and held are the sum of the entries',
    table: 'books',
    broken: `
      SELECT account_id, available, held, coalesce(posted, 0) AS posted FROM books
      LEFT JOIN (SELECT account_id, sum(amount) AS posted FROM entries WHERE line = 'account' GROUP BY account_id) own
        USING (account_id)
      WHERE available + held <> coalesce(posted, 0) OR available < 0`,
  },
  {
    name: 'held is the sum of pending payments, incoming of pending credits and refunds',
    table: 'books',
    broken: `
      SELECT account_id, held, incoming, coalesce(payments, 0) AS payments, coalesce(others, 0) AS others FROM books
      LEFT JOIN (
        SELECT account_id, sum(amount) FILTER (WHERE type = 'payment') AS payments,
          sum(amount) FILTER (WHERE type <> 'payment') AS others
        FROM transactions WHERE status = 'pending' GROUP BY account_id) pending USING (account_id)
      WHERE held <> coalesce(payments, 0) OR incoming <> coalesce(others, 0)`,
  },
  {
    name: 'a book is used when its account has transactions, which are in its currency',
    table: 'books',
    broken: `
      SELECT account_id, used, currency FROM books
      WHERE used <> EXISTS (SELECT FROM transactions WHERE transactions.account_id = books.account_id)
        OR EXISTS (SELECT FROM transactions
          WHERE transactions.account_id = books.account_id AND transactions.currency <> books.currency)`,
  },
  {
    name: 'every account has a book of its state and currency',
    table: 'books',
    broken: `
      SELECT accounts.id, accounts.status, books.state, accounts.currency, books.currency AS book_currency
      FROM accounts LEFT JOIN books ON books.account_id = accounts.id
      WHERE books.account_id IS NULL OR accounts.currency <> books.currency OR books.state <>
        CASE accounts.status WHEN 'active' THEN 'open' WHEN 'closed' THEN 'closed' ELSE 'frozen' END`,
  },
  {
    name: 'refunds never exceed the succeeded payment they give back',
    table: 'transactions',
    broken: `
      SELECT payment.account_id, payment.id, payment.type, payment.status, payment.amount, sum(refund.amount) AS refunded
      FROM transactions refund
      JOIN transactions payment ON payment.account_id = refund.account_id AND payment.id = refund.refund_of
      WHERE refund.status IN ('pending', 'succeeded')
      GROUP BY payment.account_id, payment.id
      HAVING sum(refund.amount) > payment.amount OR payment.type <> 'payment' OR payment.status <> 'succeeded'`,
  },
  {
    name: 'a transaction has its balanced pair of entries when it succeeded, and none otherwise',
    table: 'transactions',
    broken: `
      SELECT account_id, id, status, lines FROM transactions
      LEFT JOIN (
        SELECT account_id, transaction_id AS id, count(*) AS lines, min(currency) AS least, max(currency) AS most,
          sum(amount) FILTER (WHERE line = 'account') AS own, sum(amount) FILTER (WHERE line = 'clearing') AS clearing
        FROM entries GROUP BY account_id, transaction_id) posted USING (account_id, id)
      WHERE CASE WHEN status = 'succeeded' THEN
        (lines = 2 AND least = currency AND most = currency AND own = -clearing
          AND own = CASE type WHEN 'payment' THEN -amount ELSE amount END) IS NOT TRUE
        ELSE lines IS NOT NULL END`,
  },
  {
    name: 'a transaction has one event for its creation and one for its end',
    table: 'transactions',
    broken: `
      SELECT account_id, id, status, created, ended, fitting FROM transactions
      LEFT JOIN (
        SELECT account_id, subject_id AS id, count(*) FILTER (WHERE type = 'transaction.created') AS created,
          count(*) FILTER (WHERE type IN ('transaction.succeeded', 'transaction.failed', 'transaction.canceled')) AS ended,
          max(substr(type, 13)) FILTER (WHERE type NOT IN ('transaction.created', 'transaction.updated')) AS fitting
        FROM events WHERE subject_kind = 'txn' GROUP BY account_id, subject_id) told USING (account_id, id)
      WHERE created IS DISTINCT FROM 1
        OR CASE WHEN status = 'pending' THEN ended <> 0 ELSE ended <> 1 OR fitting <> status END`,
  },
];

const MOST_FINDINGS = 100;

/**
 * Holds every rule of the books against all that is written. Each rule is one statement and so sees one moment: it
 * can be run beside a working service. It reads everything, which takes its time on a large database.
 */
export async function auditBooks(dataSource: Pick<DataSource, 'query'>): Promise<BooksAudit> {
  const checks: AuditCheck[] = [];
  for (const { name, table, broken } of RULES) {
    const [row] = await dataSource.query<{ rows: string; findings: Record<string, unknown>[] }[]>(
      `SELECT (SELECT count(*) FROM ${table}) AS rows,
         coalesce((SELECT json_agg(finding) FROM (${broken} LIMIT ${MOST_FINDINGS}) finding), '[]') AS findings`,
    );
    checks.push({ name, rows: safeInteger(row?.rows ?? 0), findings: row?.findings ?? [] });
  }
  return { checks };
}
