import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '@florin/infrastructure';
import { Bank, type Customer } from '../support/bank.js';
import { PostgresServer } from '../support/postgres-server.mjs';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

let server: PostgresServer;
let proxy: TcpProxy;
let bank: Bank;
let customer: Customer;

beforeAll(async () => {
  server = await PostgresServer.create();
  await migrate(server.url);
  proxy = await startTcpProxy(server.url);
  bank = await Bank.open({ databaseUrl: proxy.url });
  customer = await bank.customer(1_000_000);
  await simulateServerCrash();
});
afterAll(async () => {
  await bank.close();
  await proxy.close();
  await server.remove();
});

/**
 * Resets the statistics of the server during each write, as a crash or a promotion does. The service then does not trust
 * the transaction id (xid) of an unknown commit, and has to find the written rows instead.
 */
async function simulateServerCrash(): Promise<void> {
  await server.sql(
    `CREATE FUNCTION look_crashed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
       BEGIN PERFORM pg_stat_reset_shared('bgwriter'); RETURN NULL; END $$`,
    [],
    'florin',
  );
  for (const table of ['events', 'idempotency_keys', 'users']) {
    const sql = `CREATE TRIGGER look_crashed AFTER INSERT ON ${table} EXECUTE FUNCTION look_crashed()`;
    await server.sql(sql, [], 'florin');
  }
}

async function countOf(table: 'transactions' | 'users', condition: string): Promise<number> {
  const rows = await server.sql(`SELECT 1 FROM ${table} WHERE ${condition}`, [], 'florin');
  return rows.length;
}

describe('an unknown commit outcome, on a server whose transaction id cannot be trusted', () => {
  it('is a success of the ledger if its event exists, with and without an idempotency key', async () => {
    for (const headers of [{}, {}, {}, { 'idempotency-key': randomUUID() }]) {
      const reference = randomUUID();
      proxy.when('COMMIT', 'cut-after');
      expect(await bank.create(customer, { reference }, headers)).toMatchObject({ status: 201 });
      expect(await countOf('transactions', `reference = '${reference}'`)).toBe(1);
    }
  });

  it.each(['garble-after', 'fatal-after'] as const)('does not write a batch again (%s)', async (action) => {
    const references = Array.from({ length: 20 }, () => randomUUID());
    proxy.when('COMMIT', action);
    const responses = await Promise.all(references.map((reference) => bank.create(customer, { reference })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    const written = references.map((reference) => `'${reference}'`).join();
    expect(await countOf('transactions', `reference IN (${written})`)).toBe(references.length);
  });

  it('is a failure of the ledger if its event does not exist, and can be retried', async () => {
    const reference = randomUUID();
    proxy.when('COMMIT', 'cut-before');
    const failed = await bank.create(customer, { reference });
    expect(failed).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(failed.text).not.toMatch(/outcome of the request is unknown/);
    expect(await countOf('transactions', `reference = '${reference}'`)).toBe(0);
    expect(await bank.create(customer, { reference })).toMatchObject({ status: 201 });
  });

  it('is a success of any other write if the response is stored under its idempotency key', async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password: 'correct horse battery' };
    const headers = { 'idempotency-key': randomUUID() };
    proxy.when('COMMIT', 'cut-after');
    const created = await bank.api.request('POST', '/v1/users', { token: bank.admin, body, headers });
    expect(created).toMatchObject({ status: 201, body: { email } });
    expect(await countOf('users', `email = '${email}'`)).toBe(1);
  });

  it('is reported as unknown without an event and without an idempotency key', async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password: 'correct horse battery' };
    proxy.when('COMMIT', 'cut-after');
    const response = await bank.api.request('POST', '/v1/users', { token: bank.admin, body });
    expect(response).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(response.text).toMatch(/outcome of the request is unknown/);
    expect(await countOf('users', `email = '${email}'`)).toBe(1);
  });
});
