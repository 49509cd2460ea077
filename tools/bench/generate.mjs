// Fills accounts with a transaction history of any length by COPY.
import pg from 'pg';
import { copyIn } from './copy-in.mjs';
import { withoutIndexes } from './without-indexes.mjs';
import { TransactionHistory } from './transaction-history.mjs';

const DAY_MS = 86_400_000;
const CHUNK = 20_000;

const TABLES = {
  transactions:
    'account_id, id, type, amount, currency, status, reference, metadata, refund_of, failure_reason, created_at, ' +
    'updated_at, ended_at',
  entries: 'account_id, transaction_id, line, currency, amount, posted_at, position, balance_after, total_in',
  events:
    'account_id, id, type, subject_kind, subject_id, data, occurred_at, actor, available, held, incoming',
};

/**
 * Writes `count` transactions of the given accounts (uuids), with entries, events and balances, spread over the last `days`.
 * Runs in one SQL transaction, which locks the tables.
 */
export async function generateTransactions(databaseUrl, accounts, count, options = {}) {
  const { days = 180, seed = 1, onProgress = () => {} } = options;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'florin generate' });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    const balances = await lockBalances(client, accounts);
    const { start, end } = periodOf(balances, days);
    const spacingMs = (end - start) / count;
    const history = new TransactionHistory(balances, { count, seed, spacingMs });
    await withoutIndexes(client, Object.keys(TABLES), () =>
      load(client, history, { count, start, spacingMs, onProgress }),
    );
    await updateBalances(client, balances);
    await addActivity(client, history.days);
    await client.query('COMMIT');
    // For an up-to-date visibility map and statistics.
    for (const table of [...Object.keys(TABLES), 'books']) await client.query(`VACUUM (ANALYZE) ${table}`);
  } finally {
    await client.end();
  }
}

/** The last days; or after the newest change of these accounts, up to half of the time since then. */
function periodOf(balances, days) {
  const end = Date.now() - 600_000;
  const newest = Math.max(...balances.map(({ used, updatedAt }) => (used ? updatedAt : 0)));
  if (newest < end - days * DAY_MS) return { start: end - days * DAY_MS, end };
  return { start: newest + 1, end: newest + 1 + (Date.now() - newest) / 2 };
}

async function load(client, history, { count, start, spacingMs, onProgress }) {
  let sending = Promise.resolve();
  for (let done = 0; done < count;) {
    const until = Math.min(count, done + CHUNK);
    for (; done < until; done += 1) {
      history.add(Math.floor(start + done * spacingMs));
    }
    // The next rows are generated while the server receives these.
    await sending;
    sending = sendAll(client, history);
    sending.catch(() => {});
    onProgress(done, count);
  }
  await sending;
}

async function sendAll(client, history) {
  const copies = Object.entries(TABLES).map(([table, columns]) => [
    `${table} (${columns})`,
    history[table].take(),
  ]);
  for (const [target, rows] of copies) await copyIn(client, target, rows);
}

async function lockBalances(client, accounts) {
  const { rows } = await client.query(
    `SELECT account_id, currency, used, available, held, incoming, posted_count, total_in, updated_at FROM books
     WHERE account_id = ANY ($1::uuid[]) AND state = 'open' ORDER BY account_id FOR UPDATE`,
    [accounts],
  );
  if (rows.length !== accounts.length)
    throw new Error(
      'Every account must be open and named once; history can be generated for open accounts only.',
    );
  return rows.map((row) => ({
    ...row,
    account: Buffer.from(row.account_id.replaceAll('-', ''), 'hex'),
    available: Number(row.available),
    held: Number(row.held),
    incoming: Number(row.incoming),
    postedCount: Number(row.posted_count),
    totalIn: Number(row.total_in),
    updatedAt: row.updated_at.getTime(),
  }));
}

async function updateBalances(client, balances) {
  const column = (value) => balances.map(value);
  await client.query(
    `UPDATE books SET used = new.used, available = new.available, held = new.held, incoming = new.incoming,
       updated_at = new.updated_at, posted_count = new.posted_count, total_in = new.total_in
     FROM unnest($1::uuid[], $2::boolean[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::bigint[],
         $8::bigint[])
       AS new (account_id, used, available, held, incoming, updated_at, posted_count, total_in)
     WHERE books.account_id = new.account_id`,
    [
      column((balance) => balance.account_id),
      column((balance) => balance.used),
      column((balance) => balance.available),
      column((balance) => balance.held),
      column((balance) => balance.incoming),
      column((balance) => new Date(balance.updatedAt)),
      column((balance) => balance.postedCount),
      column((balance) => balance.totalIn),
    ],
  );
}

async function addActivity(client, days) {
  const rows = [...days].map(([key, sum]) => {
    const [currency, day] = key.split(' ');
    return {
      account_id: sum.account.toString('hex'),
      currency,
      day,
      posted_count: sum.count,
      in: sum.in,
      out: sum.out,
    };
  });
  await client.query(
    `INSERT INTO activity_deltas (account_id, currency, day, posted_count, total_in, total_out)
     SELECT * FROM json_to_recordset($1::json) AS new (account_id uuid, currency text, day date, posted_count bigint,
       "in" bigint, "out" bigint)`,
    [JSON.stringify(rows)],
  );
}
