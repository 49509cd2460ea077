import pg from 'pg';
import { openAccounts } from '../../tools/bench/accounts.mjs';
import { generateTransactions } from '../../tools/bench/generate.mjs';

const BUSY_ACCOUNTS = 20;
const TRANSACTIONS = 60_000;
const MANY = 20_000;

/**
 * So many rows that a sequential scan is never the cheapest plan. They only satisfy the constraints; no test reads
 * them.
 */
const FILLERS = [
  `CREATE TEMP TABLE filler AS
     SELECT number, uuidv7(make_interval(secs => -60 * number)) AS account, uuidv7(make_interval(secs => -60 * number)) AS id
     FROM generate_series(1, ${MANY}) AS number`,
  `INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at, closed_at)
     SELECT account, number || '@filler.example.com', 'Filler', 'business',
       (ARRAY['active', 'suspended', 'pending', 'closed'])[1 + number % 4], 'USD', 'UTC', 'en',
       now() - make_interval(secs => 60 * number), now(), CASE number % 4 WHEN 3 THEN now() END FROM filler`,
  `INSERT INTO books (account_id, currency, state, used, available, held, incoming, updated_at)
     SELECT account, 'USD', 'open', false, 0, 0, 0, now() FROM filler`,
  `INSERT INTO users (id, email, username, name, password_hash, status, role, account_id, created_at, updated_at)
     SELECT id, number || '@filler.example.com', 'filler' || number, 'Filler', '-',
       (ARRAY['active', 'suspended', 'pending'])[1 + number % 3], 'owner', account, now(), now() FROM filler`,
  `INSERT INTO sessions (id, user_id, status, generation, created_at, rotated_at, last_used_at, expires_at, absolute_expires_at)
     SELECT uuidv7(), id, 'active', 1, now(), now(), now(), now() + interval '9 days', now() + interval '90 days'
     FROM filler, generate_series(1, 2)`,
  `INSERT INTO password_resets (id, user_id, status, created_at, expires_at)
     SELECT id, CASE number % 3 WHEN 0 THEN id END, 'requested', now(), now() + interval '30 minutes' FROM filler`,
  `INSERT INTO api_keys (id, kind, account_id, name, digest, last_four, status, created_at)
     SELECT uuidv7(), 'account', account, 'Filler', 'filler ' || number, '1234', 'active', now() FROM filler`,
  `INSERT INTO audit_entries (id, actor, action, subject_kind, subject_id, details, occurred_at)
     SELECT uuidv7(), 'system', 'user.created', 'user', id, '{}', now() FROM filler, generate_series(1, 2)`,
  `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, answer, created_at)
     SELECT account, 'user', '/v1/transactions', number::text, '-', '{}', now() FROM filler`,
  `INSERT INTO rate_limits (key, points, expire) SELECT 'filler ' || number, 1, 0 FROM filler`,
];

/** Payment requests, refunds, subscriptions, transfers and webhooks of busy and other accounts, in every status. */
const PAYMENTS = [
  `INSERT INTO payment_requests (account_id, id, page_digest, amount, currency, status, customer_email, reference,
       metadata, expires_at, declines, attempts, charging, created_at, updated_at, canceled_at, cancel_reason)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, 'filler ' || number, 100, 'USD',
       (ARRAY['pending', 'failed', 'canceled'])[1 + number % 3], 'customer' || number % 5000 || '@example.com',
       'order ' || number % 7,
       '{}', now() + interval '1 day', CASE number % 3 WHEN 1 THEN 5 ELSE 0 END, 5, false, now(), now(),
       CASE number % 3 WHEN 2 THEN now() END, CASE number % 3 WHEN 2 THEN 'requested' END FROM filler`,
  `INSERT INTO payment_attempts (account_id, payment_request_id, number, status, brand, last4, started_at, ended_at)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, 1, 'failed', 'visa', '4242', now(), now() FROM filler`,
  `INSERT INTO subscriptions (account_id, id, customer_email, reference, amount, currency, "interval", metadata, status,
       anchor_at, anchor_period, period_number, period_start_at, period_end_at, window_number, window_end_at, due_at,
       latest_payment_id, created_at, updated_at, canceled_at)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, 'customer@example.com', 'order ' || number % 7, 100, 'USD',
       'month', '{}',
       (ARRAY['active', 'past_due', 'paused', 'canceled'])[1 + number % 4], now(), 1, 1, now(), now() + interval '30 days',
       1, now() + interval '30 days', now() + interval '30 days', id, now(), now(), CASE number % 4 WHEN 3 THEN now() END
     FROM filler`,
  `INSERT INTO subscription_bills (account_id, subscription_id, period_number, window_number, payment_id)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, 1, 1, id FROM filler`,
  `INSERT INTO transactions (account_id, id, type, amount, currency, status, metadata, transfer_id, counterparty_id,
       created_at, updated_at, ended_at)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, (ARRAY['payment', 'credit'])[1 + number % 2], 100, 'USD',
       (ARRAY['succeeded', 'pending', 'failed', 'canceled'])[1 + number % 4], '{}',
       uuidv7(make_interval(secs => -60 * number)), uuidv7(), now(), now(), CASE number % 4 WHEN 1 THEN NULL ELSE now() END
     FROM filler`,
  `INSERT INTO webhook_endpoints (id, account_id, url, events, status, secret, created_at, updated_at)
     SELECT id, CASE number % 2000 WHEN 1 THEN $1::uuid WHEN 2 THEN $2::uuid ELSE account END,
       'https://receiver.invalid/', ARRAY['*'], (ARRAY['enabled', 'disabled'])[1 + number % 2], '-', now(), now()
     FROM filler`,
  // Every second delivery is of one busy endpoint.
  `INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, event_type, status, next_attempt_at,
       failures, attempts, created_at)
     SELECT account, id, CASE number % 2 WHEN 0 THEN busy.endpoint_id ELSE id END, id, 'account.updated', status,
       CASE status WHEN 'pending' THEN now() + interval '1 day' END, 0, '[]', now()
     FROM (SELECT *, CASE number % 50 WHEN 0 THEN 'pending' WHEN 1 THEN 'failed' WHEN 2 THEN 'failed' ELSE 'succeeded' END AS status
       FROM filler) AS filled,
       (SELECT id AS endpoint_id FROM webhook_endpoints WHERE account_id IN ($1, $2) LIMIT 1) AS busy`,
  `INSERT INTO refunds (account_id, id, payment_id, amount, currency, status, failure_reason, transaction_id, created_at,
       updated_at)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, id, 100, 'USD',
       CASE number % 4 WHEN 0 THEN 'failed' ELSE 'succeeded' END,
       CASE number % 4 WHEN 0 THEN 'refund_declined' END, id, now(), now() FROM filler`,
  `INSERT INTO reconciliations (account_id, id, currency, format, status, period_from, period_to, tolerance_days, matched,
       amount_differs, missing_in_florin, missing_in_file, created_at)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, 'USD', 'csv', 'completed', now(), now(), 3, 1, 0, 0, 0, now() FROM filler`,
  // Before the last hour: they count for no limit.
  `INSERT INTO mails (account_id, id, kind, subject_id, status, due_at, attempts, sent_at, created_at)
     SELECT (ARRAY[account, $1, $2])[1 + number % 3], id, (ARRAY['payment_request', 'receipt'])[1 + number % 2], id,
       'sent', now() - interval '2 hours', 1, now(), now() FROM filler`,
  `INSERT INTO sandbox_refunds (key, charge_key, amount, currency, outcome, created_at)
     SELECT 'filler ' || number, 'filler ' || number, 100, 'USD', 'succeeded', now() FROM filler WHERE $1 <> $2::uuid`,
  `INSERT INTO sandbox_charges (key, amount, currency, outcome, created_at)
     SELECT 'filler ' || number, 100, 'USD', 'approved', now() FROM filler WHERE $1 <> $2::uuid`,
];

/** Returns the uuids of the busy accounts, whose owners have the given password. */
export async function fillDatabase(url: string, password: string): Promise<string[]> {
  const accounts = await openAccounts(url, BUSY_ACCOUNTS, { password });
  await generateTransactions(url, accounts, TRANSACTIONS);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await disableAutovacuum(client);
    for (const statement of FILLERS) await client.query(statement);
    for (const statement of PAYMENTS) await client.query(statement, accounts.slice(0, 2));
    for (const table of ['transactions', 'entries', 'events']) await sampleAllRows(client, table);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  return accounts;
}

/** It would analyze tables at some time, and plans would differ between runs. */
async function disableAutovacuum(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
}

/** So that plans do not depend on the rows that ANALYZE picks. The largest target of any column sets the size of the sample. */
async function sampleAllRows(client: pg.Client, table: string): Promise<void> {
  const column = table === 'events' ? 'subject_kind' : 'currency';
  await client.query(`ALTER TABLE ${table} ALTER COLUMN ${column} SET STATISTICS 1000`);
}
