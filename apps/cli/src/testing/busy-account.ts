import { idFromUuid } from '@florin/kernel';
import pg from 'pg';

export interface BusyAccount {
  readonly id: string;
  readonly email: string;
  readonly balance: number;
}

// Two credits for each payment; one credit in two hundred is pending. Ids contain the creation time, like UUIDv7.
const TRANSACTIONS = `
  INSERT INTO transactions (account_id, id, type, amount, currency, status, reference, metadata, created_at, updated_at,
    ended_at)
  SELECT $1, (substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    CASE WHEN n % 3 = 0 THEN 'payment' ELSE 'credit' END, 100 + n % 900, 'EUR',
    CASE WHEN n % 300 = 1 THEN 'pending' ELSE 'succeeded' END, '=SUM(A1) order ' || n, '{"n": 1}',
    at, at, CASE WHEN n % 300 = 1 THEN NULL ELSE at + interval '1 minute' END
  FROM generate_series(1, $2::int) n,
    LATERAL (SELECT 1700000000000 + n * 1000::bigint AS ms) instant,
    LATERAL (SELECT lpad(to_hex(ms), 12, '0') AS hex, to_timestamp(ms / 1000.0) AS at) times`;

const ENTRIES = `
  INSERT INTO entries (account_id, transaction_id, line, currency, amount, posted_at)
  SELECT account_id, id, line, currency,
    CASE type WHEN 'payment' THEN -amount ELSE amount END * CASE line WHEN 'account' THEN 1 ELSE -1 END, ended_at
  FROM transactions, unnest(ARRAY['account', 'clearing']) line
  WHERE account_id = $1 AND status = 'succeeded'`;

const EVENTS = `
  INSERT INTO events (account_id, id, type, subject_kind, subject_id, data, occurred_at)
  SELECT account_id, gen_random_uuid(), 'transaction.' || what, 'txn', id,
    jsonb_build_object('type', type, 'amount', amount, 'currency', currency, 'status', what), created_at
  FROM transactions, unnest(ARRAY['created', 'succeeded']) what
  WHERE account_id = $1 AND (what = 'created' OR status = 'succeeded')`;

const UPDATE_BALANCE = `
  UPDATE books SET used = true, held = 0,
    available = (SELECT coalesce(sum(amount), 0) FROM entries WHERE account_id = $1 AND line = 'account'),
    incoming = (SELECT coalesce(sum(amount), 0) FROM transactions WHERE account_id = $1 AND status = 'pending')
  WHERE account_id = $1 RETURNING available`;

/** An account with `transactions` rows, inserted by SQL within seconds. `florin verify` finds no damage. */
export async function createBusyAccount(url: string, transactions: number): Promise<BusyAccount> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const uuid = '01890000-0000-7000-8000-000000000001';
    const email = 'busy@example.com';
    await client.query(
      `INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
       VALUES ($1, $2, 'Busy', 'business', 'active', 'EUR', 'UTC', 'en', '2023-11-01', '2023-11-01')`,
      [uuid, email],
    );
    await client.query(
      `INSERT INTO books (account_id, currency, state, used, available, held, incoming, updated_at)
       VALUES ($1, 'EUR', 'open', false, 0, 0, 0, '2023-11-01')`,
      [uuid],
    );
    await client.query(TRANSACTIONS, [uuid, transactions]);
    await client.query(ENTRIES, [uuid]);
    await client.query(EVENTS, [uuid]);
    const { rows } = await client.query<{ available: string }>(UPDATE_BALANCE, [uuid]);
    await client.query('ANALYZE');
    return { id: idFromUuid('acct', uuid), email, balance: Number(rows[0]?.available) };
  } finally {
    await client.end();
  }
}
