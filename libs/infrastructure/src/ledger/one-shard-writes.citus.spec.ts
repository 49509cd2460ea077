import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, type TransactionId, uuidFromId } from '@florin/kernel';
import { LedgerFixture, newTransaction, SUCCESS, USD } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import {
  expectOnePhaseOnOneNode,
  nodesOf,
  recordRemoteCommands,
  type RemoteCommand,
} from '../../../../test/support/remote-commands.js';
import { shardsOf } from '../postgres/account-shards.js';
import { inShardOf } from './routed-statement.js';
import { postgresHarness } from './testing/postgres-harness.js';

/** So many that no plan reads all of them. */
const KEYS = 60_000;

let dataSource: DataSource;
let fixture: LedgerFixture;
let accountId: AccountId;
let transactions: Map<string, RemoteCommand[]>;

beforeAll(async () => {
  const opened = await openDatabase();
  dataSource = opened.dataSource;
  fixture = new LedgerFixture(postgresHarness(dataSource));
  accountId = await fixture.openAccount(100_000);
  transactions = recordRemoteCommands(dataSource);
});

async function transactionsOf(work: () => Promise<unknown>): Promise<(readonly RemoteCommand[])[]> {
  transactions.clear();
  await work();
  return [...transactions.values()];
}

async function expectOneShardAndPhase(work: () => Promise<unknown>): Promise<void> {
  const sent = await transactionsOf(work);
  expect(sent).toHaveLength(1);
  const [only = []] = sent;
  expectOnePhaseOnOneNode(only);
  // Each statement is sent once, not to each shard.
  const shapes = only.map(({ sql }) => sql.replaceAll(/_\d{6,}/g, '').slice(0, 60));
  expect(shapes).toEqual([...new Set(shapes)]);
}

function expectTwoPhasesOn(nodes: readonly string[], sent: readonly RemoteCommand[]): void {
  expect(nodesOf(sent, 'PREPARE TRANSACTION').sort()).toEqual(nodes);
  expect(nodesOf(sent, 'COMMIT PREPARED').sort()).toEqual(nodes);
}

describe('a write to one account on Citus', () => {
  // Also with the plans that PostgreSQL makes after a prepared statement was executed several times.
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is one task for each statement, on one node and in one phase (%d)',
    async () => {
      const created: Awaited<ReturnType<LedgerFixture['create']>>[] = [];
      await expectOneShardAndPhase(async () => created.push(await fixture.create(accountId, { amount: 10 })));
      const [{ id: transactionId }] = created as [(typeof created)[0]];
      await expectOneShardAndPhase(() =>
        fixture.ledger.settle({ transactionId, accountId, settlement: SUCCESS }),
      );
      const other = await fixture.create(accountId, { amount: 10 });
      await expectOneShardAndPhase(() => fixture.ledger.cancel({ transactionId: other.id, accountId }));
      await expectOneShardAndPhase(() => fixture.createIdempotent(accountId, other.id, { amount: 10 }));
    },
  );
});

describe('the condition of routed statements', () => {
  it('finds rows by their key, not all rows of the accounts', async () => {
    const accountIds = await Promise.all(Array.from({ length: 40 }, () => fixture.openAccount()));
    const uuids = shardsOf(dataSource)
      .groupsOf(accountIds, uuidFromId)[0]
      ?.map((id) => uuidFromId(id)) as string[];
    await dataSource.query(
      `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, created_at)
        SELECT account_id, 'user', '/v1', n::text, '', now() FROM books, generate_series(1, $2::int) AS n
        WHERE account_id = ANY ($1::uuid[])`,
      [uuids, Math.ceil(KEYS / uuids.length)],
    );
    await dataSource.query('ANALYZE idempotency_keys');
    const keys = uuids.map((uuid) => ({ account_id: uuid, principal: 'user', path: '/v1', key: '1' }));
    const plan = await dataSource.query<Record<string, string>[]>(
      `EXPLAIN (COSTS OFF) SELECT fingerprint
        FROM json_to_recordset($1::json) AS needed (account_id uuid, principal text, path text, key text)
        JOIN idempotency_keys USING (account_id, principal, path, key)
        WHERE ${inShardOf('idempotency_keys.account_id', 2)}`,
      [JSON.stringify(keys), uuids],
    );
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('Task Count: 1\n');
    expect(lines).toMatch(
      /Index Cond: \(\(account_id = needed\.account_id\) AND \(principal = .* AND \(key = needed\.key\)\)/,
    );
  });
});

describe('concurrent writes to many accounts on Citus', () => {
  it('are one node and one phase for each SQL transaction', async () => {
    const accountIds = await Promise.all(Array.from({ length: 24 }, () => fixture.openAccount(1_000)));
    const created: Awaited<ReturnType<LedgerFixture['create']>>[] = [];
    const expectOnePhaseEach = async (write: (id: AccountId, index: number) => Promise<unknown>) => {
      const sent = await transactionsOf(() => Promise.all(accountIds.map(write)));
      for (const one of sent) expectOnePhaseOnOneNode(one);
      expect(nodesOf(sent.flat()).length).toBeGreaterThan(1);
      expect(sent.length).toBeLessThan(accountIds.length);
    };
    await expectOnePhaseEach(async (id) => created.push(await fixture.create(id, { amount: 10 })));
    await expectOnePhaseEach((id) => fixture.createIdempotent(id, `key of ${id}`, { amount: 10 }));
    await expectOnePhaseEach((id, index) => {
      const transactionId = created.find((transaction) => transaction.accountId === id)?.id as TransactionId;
      const command = { transactionId, accountId: id };
      return index % 2 === 0
        ? fixture.ledger.settle({ ...command, settlement: SUCCESS })
        : fixture.ledger.cancel(command);
    });
  });
});

describe('a write to two accounts on Citus', () => {
  let accounts: Map<string, AccountId[]>;
  let nodes: string[];

  beforeAll(async () => {
    const accountIds = await Promise.all(Array.from({ length: 24 }, () => fixture.openAccount(10_000)));
    const nodeOf = await nodesOfAccounts(accountIds);
    accounts = Map.groupBy(accountIds, (id) => nodeOf.get(id) as string);
    nodes = [...accounts.keys()].sort().slice(0, 2);
  });

  const accountOn = (node: string | undefined, index = 0) => accounts.get(node ?? '')?.[index] as AccountId;
  const transfer = (fromAccountId: AccountId, toAccountId: AccountId) =>
    fixture.ledger.createTransfer({ fromAccountId, toAccountId, amount: 10, currency: USD });
  const batch = (...accountIds: AccountId[]) =>
    fixture.ledger.createBatch({ inputs: accountIds.map((id) => newTransaction(id)), atomic: true });

  it.each([
    ['transfer', transfer],
    ['batch', batch],
  ])('of different nodes has two phases: a %s', async (_, write) => {
    const sent = await transactionsOf(() => write(accountOn(nodes[0]), accountOn(nodes[1])));
    expect(sent).toHaveLength(1);
    expectTwoPhasesOn(nodes, sent.flat());
  });

  it.each([
    ['transfer', transfer],
    ['batch', batch],
  ])('of one node has one phase: a %s', async (_, write) => {
    for (let index = 1; index < (accounts.get(nodes[0] as string) ?? []).length; index++) {
      const sent = await transactionsOf(() => write(accountOn(nodes[0]), accountOn(nodes[0], index)));
      expect(sent).toHaveLength(1);
      expectOnePhaseOnOneNode(sent.flat());
    }
  });
});

async function nodesOfAccounts(accountIds: readonly AccountId[]): Promise<Map<AccountId, string>> {
  const rows = await dataSource.query<{ node: string }[]>(
    `SELECT nodename || ':' || nodeport AS node FROM unnest($1::uuid[]) WITH ORDINALITY AS given (uuid, place),
      LATERAL (SELECT get_shard_id_for_distribution_column('books', uuid) AS shardid) AS found
      JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid) ORDER BY place`,
    [accountIds.map((id) => uuidFromId(id))],
  );
  return new Map(accountIds.map((id, index) => [id, rows[index]?.node as string]));
}
