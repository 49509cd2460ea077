// What the database says, read past the services.
import { connect, createDataSource, verifyBooks } from '@florin/infrastructure';
import { uuidFromId } from '@florin/kernel';
import pg from 'pg';

/** Runs work on a connection of its own and closes it, whatever comes of it. */
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

/** The embedded server's superuser, who may do to a server what its administrator may. */
export function superuserUrl(url) {
  const superuser = new URL(url);
  superuser.username = 'postgres';
  superuser.pathname = '/postgres';
  return superuser.href;
}

export const readRecords = (url, accounts) =>
  withConnection(url, async (client) => {
    const ids = [accounts.map(({ id }) => uuidFromId(id))];
    // One moment for both: the worker goes on settling.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query(ROWS, ids);
    const { rows: books } = await client.query(BOOKS, ids);
    await client.query('COMMIT');
    return { rows: rows.map(numbered), books: books.map(numbered) };
  });

const ROWS = `
  SELECT 'transaction' AS kind, account_id AS "accountId", id, reference, amount, type, status,
    (metadata ->> 'note') AS note
  FROM transactions WHERE account_id = ANY ($1)
  UNION ALL
  SELECT 'payment_request', account_id, id, reference, amount, NULL, status, NULL
  FROM payment_requests WHERE account_id = ANY ($1)`;
const BOOKS = `SELECT account_id AS "accountId", available, held, incoming FROM books WHERE account_id = ANY ($1)`;

/** PostgreSQL's bigint and text arrive as strings; what is a number here is one, and what is not there is undefined. */
function numbered(row) {
  const read = ([name, value]) => {
    if (name === 'reference') return [name, value];
    if (value === null) return [name, undefined];
    return [name, NUMBERS.has(name) ? Number(value) : value];
  };
  return Object.fromEntries(Object.entries(row).map(read));
}

const NUMBERS = new Set(['amount', 'note', 'available', 'held', 'incoming']);

/** What `florin verify` would find, in words. */
export async function auditFindings(url) {
  const source = await connect(createDataSource({ url, poolSize: 1, applicationName: 'drill' }));
  try {
    const { checks } = await verifyBooks(source);
    return checks.flatMap(({ name, findings }) =>
      findings.map((finding) => `${name}: ${JSON.stringify(finding)}`),
    );
  } finally {
    await source.destroy();
  }
}
