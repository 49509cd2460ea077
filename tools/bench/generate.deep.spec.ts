import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { findingsInBooks } from '../../test/support/books.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { openAccounts } from './accounts.mjs';
import { generateTransactions } from './generate.mjs';

const PASSWORD = 'correct horse battery';
const DAY_MS = 86_400_000;

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

async function rows<Row>(sql: string): Promise<Row[]> {
  return (await client.query(sql)).rows as Row[];
}

const countsBy = async (column: string): Promise<Record<string, number>> => {
  const found = await rows<{ name: string; count: number }>(
    `SELECT ${column} AS name, count(*)::int AS count FROM transactions GROUP BY 1`,
  );
  return Object.fromEntries(found.map(({ name, count }) => [name, count]));
};

/** Counts transactions that differ from their transaction.created event. */
const MISMATCHES = `
  SELECT count(*)::int AS mismatches FROM transactions LEFT JOIN events
    ON events.account_id = transactions.account_id AND subject_id = transactions.id AND events.type = 'transaction.created'
  WHERE (data ->> 'reference' IS NOT DISTINCT FROM reference AND data -> 'metadata' = metadata::jsonb) IS NOT TRUE`;

const SCHEMA = `
  SELECT pg_get_constraintdef(oid) AS made FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`;

describe('a generated transaction history', () => {
  it('has no findings of florin verify, and every type, every status and refunds over all days', async () => {
    const schema = await rows(SCHEMA);
    const accounts = await openAccounts(database.url, 5, { days: 60, password: PASSWORD });
    await generateTransactions(database.url, accounts, 4_000, { days: 60, seed: 7 });

    expect(await findingsInBooks(database.url)).toEqual([]);
    const statuses = await countsBy('status');
    expect(Object.keys(statuses).sort()).toEqual(['canceled', 'failed', 'pending', 'succeeded']);
    expect(Object.values(statuses).reduce((sum, count) => sum + count)).toBe(4_000);
    expect(Object.keys(await countsBy('type')).sort()).toEqual(['credit', 'payment', 'refund']);
    expect(Object.keys(await countsBy('account_id')).sort()).toEqual([...accounts].sort());
    const [span] = await rows<{ first: Date; last: Date; refunds: number }>(
      `SELECT min(created_at) AS first, max(updated_at) AS last, count(refund_of)::int AS refunds FROM transactions`,
    );
    expect((Date.now() - span!.first.getTime()) / DAY_MS).toBeCloseTo(60, 0);
    expect(span!.last.getTime()).toBeLessThan(Date.now());
    expect(span!.refunds).toBeGreaterThan(0);
    expect(await rows(MISMATCHES)).toEqual([{ mismatches: 0 }]);
    expect(await rows(SCHEMA)).toEqual(schema);
  });

  it('continues from the current balances', async () => {
    const accounts = await openAccounts(database.url, 2, { password: PASSWORD });
    await generateTransactions(database.url, accounts, 300, { seed: 1 });
    await generateTransactions(database.url, accounts, 300, { seed: 2 });
    expect(await findingsInBooks(database.url)).toEqual([]);
    expect(await rows('SELECT count(*)::int AS count FROM transactions')).toEqual([{ count: 600 }]);
  });

  it('is rolled back as a whole after an error', async () => {
    const accounts = await openAccounts(database.url, 1, { password: PASSWORD });
    await client.query(`ALTER TABLE events ADD CONSTRAINT no_ends CHECK (type <> 'transaction.succeeded')`);
    await expect(generateTransactions(database.url, accounts, 50)).rejects.toThrow('no_ends');
    expect(await rows('SELECT id FROM transactions')).toEqual([]);
    const unknownAccount = '018f0000-0000-7000-8000-000000000000';
    await expect(generateTransactions(database.url, [unknownAccount], 50)).rejects.toThrow(
      'open accounts only',
    );
  });
});
