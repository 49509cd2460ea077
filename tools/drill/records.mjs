// Reads the database directly.
import { connect, createDataSource, verifyBooks } from '@florin/infrastructure';
import { uuidFromId } from '@florin/kernel';
import pg from 'pg';

export async function withConnection(url, work) {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export function superuserUrl(url) {
  const superuser = new URL(url);
  superuser.username = 'postgres';
  superuser.pathname = '/postgres';
  return superuser.href;
}

export const readRecords = (url, accounts) =>
  withConnection(url, async (client) => {
    const ids = [accounts.map(({ id }) => uuidFromId(id))];
    // One snapshot for both queries: the worker continues to settle.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query(ROWS, ids);
    const { rows: balances } = await client.query(BALANCES, ids);
    await client.query('COMMIT');
    return { rows: rows.map(parseRow), balances: balances.map(parseRow) };
  });

const ROWS = `
  SELECT 'transaction' AS kind, account_id AS "accountId", id, reference, amount, type, status,
    (metadata ->> 'note') AS note, transfer_id AS "transferId"
  FROM transactions WHERE account_id = ANY ($1)
  UNION ALL
  SELECT 'payment_request', account_id, id, reference, amount, NULL, status, NULL, NULL
  FROM payment_requests WHERE account_id = ANY ($1)`;
const BALANCES = `SELECT account_id AS "accountId", available, held, incoming FROM books WHERE account_id = ANY ($1)`;

/** The driver returns bigint as a string. NULL becomes undefined, except for `reference`. */
function parseRow(row) {
  const read = ([name, value]) => {
    if (name === 'reference') return [name, value];
    if (value === null) return [name, undefined];
    return [name, NUMBERS.has(name) ? Number(value) : value];
  };
  return Object.fromEntries(Object.entries(row).map(read));
}

const NUMBERS = new Set(['amount', 'note', 'available', 'held', 'incoming']);

const NO_TIMEOUTS = { statement: 0, idleInTransaction: 0, query: 0 };

/** The findings of `florin verify`. */
export async function auditFindings(url) {
  const source = await connect(
    createDataSource({ url, poolSize: 1, applicationName: 'drill', timeouts: NO_TIMEOUTS }),
  );
  try {
    const { checks } = await verifyBooks(source);
    return checks.flatMap(({ name, findings }) =>
      findings.map((finding) => `${name}: ${JSON.stringify(finding)}`),
    );
  } finally {
    await source.destroy();
  }
}
