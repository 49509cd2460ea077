import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '@florin/infrastructure';
import { type AccountId, uuidFromId } from '@florin/kernel';
import {
  addKey,
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { aPaymentBody, sql } from '../support/payments.js';
import {
  expectOnePhaseOnOneNode,
  recordRemoteCommands,
  type RemoteCommand,
} from '../support/remote-commands.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Where keys of callers without an account would be. */
const WITHOUT_ACCOUNT = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
let api: RunningApi;
let account: Holder;
let tokens: readonly string[];
let transactions: Map<string, RemoteCommand[]>;

async function nodeOf(accountId: string): Promise<string> {
  const text = `SELECT nodename || ':' || nodeport AS node FROM pg_dist_shard_placement
    WHERE shardid = get_shard_id_for_distribution_column('books', $1::uuid)`;
  const [placement] = await sql<{ node: string }>(database.url, text, [accountId]);
  return placement!.node;
}

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url, environment: WITH_ADMIN });
  transactions = recordRemoteCommands(api.api.app.get(Database).source);
  do account = await openAccount(api);
  while ((await nodeOf(uuidFromId(account.id as AccountId))) === (await nodeOf(WITHOUT_ACCOUNT)));
  const admin = await logInAdmin(api);
  tokens = [account.token, admin, await addKey(api, admin)];
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const terms = { amount: 5, currency: 'USD' };

it.each([
  ['/v1/transactions', { type: 'credit', ...terms }],
  ['/v1/payments', aPaymentBody({} as Holder)],
  ['/v1/subscriptions', { customer_email: 'grace@example.com', interval: 'month', ...terms }],
])(
  'POST %s with an Idempotency-Key is executed on one node and committed in one phase, for every caller',
  async (path, body) => {
    for (const [caller, token] of tokens.entries()) {
      transactions.clear();
      const headers = { 'idempotency-key': `key of ${caller}` };
      const request = { token, headers, body: { ...body, account_id: account.id } };
      expectStatus(await api.request('POST', path, request), 201);
      expect(transactions.size).toBe(1);
      for (const sent of transactions.values()) expectOnePhaseOnOneNode(sent);
    }
  },
);
