import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, createDataSource, PostgresDeliveryQueue } from '@florin/infrastructure';
import type { WebhookDeliveryId } from '@florin/kernel';
import pg from 'pg';
import { expectStatus, openAccount, type Holder } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** PostgreSQL may choose a generic plan for a prepared statement after five executions. */
const RUNS_UNTIL_GENERIC_PLAN = 8;
const ADDED_ROWS = 3_000;
const CONCURRENCY = 100;
const RUNS_AFTER_GROWTH = 40;
const MANY_CLAIMS = 20;

let database: TestDatabase;
let api: RunningApi;
let holder: Holder;

beforeAll(async () => {
  database = await createTestDatabase();
  // Autovacuum would analyze the tables within a minute.
  const tables = ['transactions', 'events', 'books', 'entries', 'idempotency_keys', 'sessions', 'users'];
  tables.push('webhook_deliveries');
  await query(tables.map((table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false)`).join(';'));
  api = await startApi({ databaseUrl: database.url });
  holder = await openAccount(api);
});

afterAll(() => database.drop());

async function query<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function create(): Promise<string> {
  const body = { account_id: holder.id, type: 'credit', amount: 1, currency: 'USD' };
  const response = await api.request<{ id: string }>('POST', '/v1/transactions', {
    token: holder.token,
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  return (expectStatus(response, 201) as typeof response).body.id;
}

/** All operations of an owner on one transaction. */
async function exerciseTransaction(): Promise<void> {
  const id = await create();
  const { token } = holder;
  expectStatus(await api.request('GET', `/v1/transactions/${id}`, { token }), 200);
  expectStatus(await api.request('GET', '/v1/transactions?limit=5', { token }), 200);
  expectStatus(await api.request('GET', '/v1/events?limit=5', { token }), 200);
  const body = { metadata: { checked: 'yes' } };
  expectStatus(await api.request('PATCH', `/v1/transactions/${id}`, { token, body }), 200);
  expectStatus(await api.request('DELETE', `/v1/transactions/${id}`, { token }), 200);
}

async function createMany(): Promise<void> {
  for (let created = 0; created < ADDED_ROWS; created += CONCURRENCY)
    await Promise.all(Array.from({ length: CONCURRENCY }, () => create()));
}

describe('a worker whose tables were empty when it started', () => {
  it('does not read all due webhook deliveries to claim a few', async () => {
    const body = { url: 'https://example.com/', events: ['transaction.created'] };
    expectStatus(await api.request('POST', '/v1/webhook_endpoints', { token: holder.token, body }), 201);
    const source = await connect(createDataSource({ url: database.url, findsByIndex: true, poolSize: 1 }));
    const queue = new PostgresDeliveryQueue(source);
    const ended: WebhookDeliveryId[] = [];
    const claim = async (): Promise<void> => {
      const claimed = await queue.claim(1_000, new Date(), ended);
      ended.push(...claimed.map(({ delivery }) => delivery.id));
    };
    for (let round = 0; round < RUNS_UNTIL_GENERIC_PLAN; round++) await claim();
    await createMany();
    for (let round = 0; round < MANY_CLAIMS; round++) await claim();
    await source.destroy();
    expect(ended).toHaveLength(10 * MANY_CLAIMS);
    let reads = 0;
    // Connections report their statistics when they have closed.
    await until('the statistics include the claims', async () => {
      const [index] = await query<{ reads: number }>(
        `SELECT idx_tup_read::int AS reads FROM pg_stat_user_indexes WHERE indexrelname = 'webhook_deliveries_due_idx'`,
      );
      reads = index!.reads;
      return reads >= 10 * MANY_CLAIMS;
    });
    expect(reads).toBeLessThan(MANY_CLAIMS * (ADDED_ROWS / 3));
  });
});

describe('a service whose tables were empty when it started', () => {
  it('does not use sequential scans to find a few rows, however fast the table grows', async () => {
    for (let round = 0; round < RUNS_UNTIL_GENERIC_PLAN; round++) await exerciseTransaction();
    await createMany();
    for (let round = 0; round < RUNS_AFTER_GROWTH; round++) await exerciseTransaction();
    // Connections report their statistics when they close.
    await api.stop();
    const read = await query<{ relname: string; rows: number }>(
      `SELECT relname, seq_tup_read::int AS rows FROM pg_stat_user_tables WHERE seq_tup_read > ${ADDED_ROWS} ORDER BY 1`,
    );
    expect(read).toEqual([]);
  });
});
