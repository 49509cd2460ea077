import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { LedgerFixture } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { postgresHarness } from '../ledger/testing/postgres-harness.js';
import { driverErrorIn } from '../postgres/driver-error.js';
import { distribute } from './distribute.js';
import { planDistribution } from './distribution-plan.js';

let dataSource: DataSource;
let fixture: LedgerFixture;
let accountId: AccountId;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  fixture = new LedgerFixture(postgresHarness(dataSource));
  accountId = await fixture.openAccount(1_000);
  await dataSource.query(
    `INSERT INTO audit_entries (id, actor, action, subject_kind, subject_id, details, occurred_at)
      VALUES (gen_random_uuid(), 'system', 'user.created', 'user', gen_random_uuid(), '{}', now())`,
  );
});

const refusal = (sql: string) => dataSource.query(sql).then(() => 'accepted', driverErrorIn);

const countOf = async (table: string) => {
  const [row] = await dataSource.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`);
  return Number(row?.count);
};

const own = () => `account_id = '${uuidFromId(accountId)}'`;

/** Every statement that would change posted entries or the audit trail. */
const changes = () => [
  'UPDATE entries SET amount = amount',
  `UPDATE entries SET amount = amount WHERE ${own()}`,
  'DELETE FROM entries',
  `DELETE FROM entries WHERE ${own()}`,
  'TRUNCATE entries',
  'TRUNCATE books CASCADE',
  `UPDATE audit_entries SET actor = 'attacker'`,
  'DELETE FROM audit_entries',
  'TRUNCATE audit_entries',
];

async function expectAllRefused(): Promise<void> {
  const before = [await countOf('entries'), await countOf('audit_entries')];
  expect(Math.min(...before)).toBeGreaterThan(0);
  for (const sql of changes()) expect([sql, await refusal(sql)]).toMatchObject([sql, { sqlState: '23001' }]);
  expect([await countOf('entries'), await countOf('audit_entries')]).toEqual(before);
}

/** The shard of `entries` with the account, and the nodes. */
async function placeOfEntries(): Promise<{ shard: string; node: number; nodes: number[]; middle: string }> {
  const [place] = await dataSource.query<[{ shard: string; node: number; nodes: number[]; middle: string }]>(
    `SELECT shardid AS shard, node.nodeid AS node,
        (SELECT array_agg(nodeid ORDER BY nodeid) FROM pg_dist_node WHERE shouldhaveshards) AS nodes,
        uuid_hash($1::uuid) AS middle
      FROM pg_dist_placement JOIN pg_dist_node AS node USING (groupid)
      WHERE shardid = get_shard_id_for_distribution_column('entries', $1::uuid)`,
    [uuidFromId(accountId)],
  );
  return place;
}

describe('the distributed form', () => {
  it('refuses UPDATE, DELETE and TRUNCATE of entries and of the audit trail', expectAllRefused);

  it('is complete, and distributing again changes nothing', async () => {
    const plan = await planDistribution(dataSource);
    expect(plan).toMatchObject({
      missing: [],
      placed: expect.arrayContaining([{ name: 'books', kind: 'distributed' }]),
    });
    await distribute(dataSource, plan, { shards: 4 });
  });

  it('is refused with tables and triggers that are not of Florin', async () => {
    await dataSource.query('CREATE TABLE notes (text text)');
    await expect(planDistribution(dataSource)).rejects.toThrow('unknown tables: notes');
    await dataSource.query('DROP TABLE notes');
  });

  it('reads and writes, and keeps the guards, after a shard was moved and split', async () => {
    const { shard, node, nodes, middle } = await placeOfEntries();
    const other = nodes.find((id) => id !== node) ?? node;
    await dataSource.query(
      `SELECT citus_move_shard_placement($1::bigint, source.nodename, source.nodeport, target.nodename, target.nodeport,
          'block_writes') FROM pg_dist_node AS source, pg_dist_node AS target
        WHERE source.nodeid = $2 AND target.nodeid = $3`,
      [shard, node, other],
    );
    await expectAllRefused();
    const others = await Promise.all(Array.from({ length: 8 }, () => fixture.openAccount(1_000)));
    await dataSource.query(
      `SELECT citus_split_shard_by_split_points($1::bigint, ARRAY[$2::text], $3::int[], 'block_writes')`,
      [shard, middle, [node, other]],
    );
    await expectAllRefused();
    const created = await Promise.all([accountId, ...others].map((id) => fixture.create(id, { amount: 10 })));
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set(['pending']));
    expect(await postgresHarness(dataSource).audit()).toEqual([]);
  });
});
