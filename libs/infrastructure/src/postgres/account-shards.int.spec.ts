import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../../../test/support/open-database.js';
import { AccountShards, hashOfUuid, shardsOf } from './account-shards.js';

describe('the shards of accounts', () => {
  it('are found with the hash of PostgreSQL', async () => {
    const { dataSource } = await openDatabase();
    const uuids = Array.from({ length: 1_000 }, () => randomUUID() as string);
    const rows = await dataSource.query<{ hash: number }[]>(
      'SELECT uuid_hash(uuid) AS hash FROM unnest($1::uuid[]) WITH ORDINALITY AS given (uuid, place) ORDER BY place',
      [uuids],
    );
    expect(uuids.map(hashOfUuid)).toEqual(rows.map(({ hash }) => hash));
  });

  const learn = (shards: AccountShards, ...firstHashes: readonly number[]) => {
    const hash = hashOfUuid('0192f0c1-7d4e-7a3b-8c5d-6e7f8091a2b3');
    const answers: unknown[] = [[{ hasCitus: true }], firstHashes.map((first) => ({ first, hash }))];
    return shards.learn({ query: () => Promise.resolve(answers.shift() as never) });
  };

  it('group items in the order of shards', async () => {
    const shards = new AccountShards();
    await learn(shards, -(2 ** 31), 0);
    const uuids = Array.from({ length: 100 }, () => randomUUID() as string);
    const groups = shards.groupsOf(uuids, (uuid) => uuid);
    expect(groups).toEqual([
      uuids.filter((uuid) => hashOfUuid(uuid) < 0),
      uuids.filter((uuid) => hashOfUuid(uuid) >= 0),
    ]);
  });

  it('have a common one for accounts of the same shard, also after others were split', async () => {
    const shards = new AccountShards();
    const uuids = Array.from({ length: 100 }, () => randomUUID() as string);
    const below = uuids.filter((uuid) => hashOfUuid(uuid) < 0);
    const lowest = below.filter((uuid) => hashOfUuid(uuid) < -(2 ** 30));
    const above = uuids.filter((uuid) => hashOfUuid(uuid) >= 0);
    await learn(shards, -(2 ** 31), 0);
    expect(shards.version).toBe(1);
    expect([below, above, uuids, []].map((some) => shards.commonShardOf(some))).toEqual([
      -(2 ** 31),
      0,
      undefined,
      undefined,
    ]);
    await learn(shards, -(2 ** 31), 0);
    expect(shards.version).toBe(1);
    await learn(shards, -(2 ** 31), -(2 ** 30), 0);
    expect(shards.version).toBe(2);
    expect([lowest, below, above].map((some) => shards.commonShardOf(some))).toEqual([
      -(2 ** 31),
      undefined,
      0,
    ]);
  });

  it('are one on plain PostgreSQL', async () => {
    const shards = shardsOf((await openDatabase()).dataSource);
    expect(shards.areDistributed).toBe(false);
    expect(shards.groupsOf(['a', 'b'], String)).toEqual([['a', 'b']]);
    expect(shards.groupsOf([], String)).toEqual([]);
  });
});
