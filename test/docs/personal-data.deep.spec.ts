import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { florin } from '../../apps/cli/src/testing/florin.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { blocksOf, PAGES } from './pages.js';

const page = PAGES.find(({ path }) => path === 'docs/operating/personal-data.md');
const [
  forgetCustomer = '',
  forgetAccount = '',
  forgetFileTexts = '',
  forgetReconciliations = '',
  forgetAddresses = '',
] = (page === undefined ? [] : blocksOf(page))
  .filter(({ language }) => language === 'sql')
  .map(({ text }) => text);

let database: TestDatabase;
let client: pg.Client;
const environment = () => ({
  DATABASE_URL: database.url,
  JWT_SECRET: 'long enough for the tests of this page',
});

beforeAll(async () => {
  database = await createTestDatabase();
  await florin(['demo', '--seed', '5', '--accounts', '5', '--months', '2'], { environment: environment() });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

async function one(sql: string): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(sql);
  if (rows[0] === undefined) throw new Error(`no rows: ${sql}`);
  return rows[0];
}

/** The tables that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const sql = `SELECT 1 FROM "${name}" row WHERE position($1 IN row::text) > 0 LIMIT 1`;
    if ((await client.query(sql, [text])).rows.length > 0) found.push(name);
  }
  return found;
}

const verified = async (): Promise<number> => (await florin(['verify'], { environment: environment() })).code;

describe('the statements that delete personal data', () => {
  it('remove the email of a customer, and the ledger stays consistent', async () => {
    const { email = '' } = await one(
      'SELECT customer_email AS email FROM subscriptions JOIN payment_requests USING (customer_email) LIMIT 1',
    );
    expect(await tablesWith(email)).toEqual(['events', 'payment_requests', 'subscriptions']);
    await client.query(forgetCustomer.replaceAll('grace@example.com', email));
    expect(await tablesWith(email)).toEqual([]);
    expect(await verified()).toBe(0);
  });

  it('remove the name and email of a closed account whose users are deleted', async () => {
    const { id, email = '', name = '' } = await one(`SELECT * FROM accounts WHERE status = 'closed'`);
    await client.query('DELETE FROM users WHERE account_id = $1', [id]);
    expect(await tablesWith(email)).toEqual(['accounts', 'events']);
    await client.query(forgetAccount.replaceAll('bob@example.com', email));
    expect([...(await tablesWith(email)), ...(await tablesWith(name))]).toEqual([]);
    expect(await verified()).toBe(0);
  });

  it('do not change an open account', async () => {
    const { email = '' } = await one(`SELECT * FROM accounts WHERE status = 'active'`);
    await client.query(forgetAccount.replaceAll('bob@example.com', email));
    expect(await tablesWith(email)).toEqual(['accounts', 'events', 'users']);
  });

  it('remove texts of bank files, and the reconciliations of a closed account', async () => {
    const { email = '' } = await one(`SELECT * FROM accounts WHERE status = 'closed'`);
    const folder = await mkdtemp(join(tmpdir(), 'florin-personal-'));
    const file = join(folder, 'bank.csv');
    await writeFile(
      file,
      'date,amount,reference,description\n2020-01-31,1.00,Grace@Example.com,from GRACE@example.com\n',
    );
    const options = { environment: environment() };
    expect((await florin(['reconcile', file, '--account', email], options)).code).toBe(1);
    await rm(folder, { recursive: true });
    expect(await tablesWith('RACE@example.com')).toEqual(['reconciliation_lines']);
    await client.query(forgetFileTexts);
    expect(await tablesWith('race@')).toEqual([]);
    await client.query(forgetReconciliations.replaceAll('bob@example.com', email));
    const { count } = await one('SELECT count(*) FROM reconciliations');
    expect([count, await tablesWith('2020-01-31')]).toEqual(['0', []]);
  });

  it('remove old IP addresses from the audit trail, which stays append-only', async () => {
    await client.query(
      `INSERT INTO audit_entries (id, actor, action, subject_kind, subject_id, address, agent, details, occurred_at)
       SELECT gen_random_uuid(), 'system', 'user.created', 'user', gen_random_uuid(), '203.0.113.7', 'curl', '{}', at
       FROM unnest(ARRAY[now() - interval '2 years', now()]) at`,
    );
    await client.query(forgetAddresses);
    const { count } = await one(`SELECT count(*) FROM audit_entries WHERE address = '203.0.113.7'`);
    expect(count).toBe('1');
    await expect(client.query('UPDATE audit_entries SET address = NULL')).rejects.toThrow('never changed');
  });
});
