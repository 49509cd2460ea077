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
 * A crash dates the server's statistics anew. This does so in the middle of each write, so that the number of a SQL
 * transaction is never believed, as after a crash or the promotion of a standby: what it wrote has to be found.
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

describe('a commit whose answer is lost, on a server that may have forgotten its number', () => {
  it('is a success of the ledger when its event is found, with a key and without', async () => {
    for (const headers of [{}, {}, {}, { 'idempotency-key': randomUUID() }]) {
      const reference = randomUUID();
      proxy.when('COMMIT', 'cut-after');
      expect(await bank.create(customer, { reference }, headers)).toMatchObject({ status: 201 });
      expect(await countOf('transactions', `reference = '${reference}'`)).toBe(1);
    }
  });

  it.each(['garble-after', 'fatal-after'] as const)(
    'is no reason to write a batch again (%s)',
    async (action) => {
      const references = Array.from({ length: 20 }, () => randomUUID());
      proxy.when('COMMIT', action);
      const answers = await Promise.all(references.map((reference) => bank.create(customer, { reference })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      const written = references.map((reference) => `'${reference}'`).join();
      expect(await countOf('transactions', `reference IN (${written})`)).toBe(references.length);
    },
  );

  it('is a failure of the ledger when there is none, and may be tried again', async () => {
    const reference = randomUUID();
    proxy.when('COMMIT', 'cut-before');
    const refused = await bank.create(customer, { reference });
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(refused.text).not.toMatch(/not known/);
    expect(await countOf('transactions', `reference = '${reference}'`)).toBe(0);
    expect(await bank.create(customer, { reference })).toMatchObject({ status: 201 });
  });

  it('is a success of any other write when its answer is found under the key', async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password: 'a user of some length' };
    const headers = { 'idempotency-key': randomUUID() };
    proxy.when('COMMIT', 'cut-after');
    const made = await bank.api.request('POST', '/v1/users', { token: bank.admin, body, headers });
    expect(made).toMatchObject({ status: 201, body: { email } });
    expect(await countOf('users', `email = '${email}'`)).toBe(1);
  });

  it('is not known, and said to be so, when there is neither an event nor a key', async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password: 'a user of some length' };
    proxy.when('COMMIT', 'cut-after');
    const answer = await bank.api.request('POST', '/v1/users', { token: bank.admin, body });
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(answer.text).toMatch(/not known/);
    expect(await countOf('users', `email = '${email}'`)).toBe(1);
  });
});
