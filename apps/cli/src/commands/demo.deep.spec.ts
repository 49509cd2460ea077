import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';
import pg from 'pg';

interface DemoSummary {
  readonly accounts: Record<string, number>;
  readonly transactions: Record<string, number>;
  readonly payment_requests: Record<string, number>;
  readonly subscriptions: Record<string, number>;
  readonly owners: { readonly email: string; readonly account_id: string }[];
  readonly password: string;
}

let database: TestDatabase;
let summary: DemoSummary;

const demo = (...line: string[]) =>
  florin(['demo', ...line], {
    environment: {
      DATABASE_URL: database.url,
      JWT_SECRET: 'a-jwt-secret-for-tests-of-32-bytes-or-more',
    },
  });

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { code, out, err } = await demo('--seed', '5', '--accounts', '5', '--months', '2', '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  summary = JSON.parse(out) as DemoSummary;
});

afterAll(() => database.drop());

describe('florin demo', () => {
  it('creates objects in every status', () => {
    expect(summary.accounts).toEqual({ active: 3, closed: 1, suspended: 1 });
    expect(Object.keys(summary.transactions)).toEqual(['canceled', 'failed', 'pending', 'succeeded']);
    expect(summary.transactions['succeeded']).toBeGreaterThan(300);
    expect(Object.keys(summary.payment_requests)).toEqual(['canceled', 'failed', 'pending', 'succeeded']);
    expect(summary.subscriptions['active']).toBeGreaterThan(0);
  });

  it('lists the owners who can log in', async () => {
    const sql = `SELECT email FROM users WHERE role = 'owner' AND status <> 'active'`;
    const suspended = (await query(sql)) as [[string]];
    expect(suspended).toHaveLength(1);
    expect(summary.owners).toHaveLength(4);
    expect(summary.owners.map(({ email }) => email)).not.toContain(suspended[0][0]);
  });

  it('spreads the transactions over the months, none in the future', async () => {
    const [[months, refunds, early, late]] = (await query(`
      SELECT count(DISTINCT date_trunc('day', created_at))::int, count(*) FILTER (WHERE refund_of IS NOT NULL)::int,
        min(created_at) < now() - interval '55 days', max(greatest(created_at, ended_at)) < now()
      FROM transactions`)) as [[number, number, boolean, boolean]];
    expect(months).toBeGreaterThan(55);
    expect(refunds).toBeGreaterThan(5);
    expect([early, late]).toEqual([true, true]);
  });

  it('creates data without findings of florin verify', async () => {
    expect(await florin(['verify', '--database-url', database.url])).toMatchObject({ code: 0 });
  });

  it('fails on a database that has accounts', async () => {
    const { code, err } = await demo('--accounts', '1', '--months', '1');
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/already has 5 accounts; add --force/),
    });
  });

  it('adds another seed with --force, but never the same seed twice', async () => {
    const before = await query('SELECT * FROM payment_requests ORDER BY id');
    expect(await demo('--accounts', '1', '--months', '1', '--seed', '6', '--force')).toMatchObject({
      code: 0,
    });
    const after = await query(`SELECT payment_requests.* FROM payment_requests
      JOIN accounts ON accounts.id = account_id WHERE accounts.email LIKE '%@demo-5.example.com' ORDER BY payment_requests.id`);
    expect(after).toEqual(before);
    const again = await demo('--accounts', '1', '--months', '1', '--seed', '6', '--force');
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('another --seed') });
  });

  it('requires JWT_SECRET for a server that is not the embedded one', async () => {
    const { code, err } = await florin(['demo', '--force'], { environment: { DATABASE_URL: database.url } });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^florin: JWT_SECRET must be set/) });
  });
});
