import type { DataSource } from 'typeorm';
import { sqlStateOf } from './driver-error.js';

const WORD = 0xffff_ffff;
const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** PostgreSQL's hash of a uuid, by which Citus finds its shard: Bob Jenkins' lookup3, of little-endian words. */
export function hashOfUuid(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const start = (0x9e37_79b9 + bytes.length + 3_923_095) & WORD;
  let [a, b, c] = [start, start, start];
  a = (a + bytes.readUInt32LE(0)) | 0;
  b = (b + bytes.readUInt32LE(4)) | 0;
  c = (c + bytes.readUInt32LE(8)) | 0;
  a = (((a - c) | 0) ^ rotate(c, 4)) | 0;
  c = (c + b) | 0;
  b = (((b - a) | 0) ^ rotate(a, 6)) | 0;
  a = (a + c) | 0;
  c = (((c - b) | 0) ^ rotate(b, 8)) | 0;
  b = (b + a) | 0;
  a = (((a - c) | 0) ^ rotate(c, 16)) | 0;
  c = (c + b) | 0;
  b = (((b - a) | 0) ^ rotate(a, 19)) | 0;
  a = (a + c) | 0;
  c = (((c - b) | 0) ^ rotate(b, 4)) | 0;
  b = (b + a) | 0;
  a = (a + bytes.readUInt32LE(12)) | 0;
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}

const SOME_UUID = '0192f0c1-7d4e-7a3b-8c5d-6e7f8091a2b3';

const IS_DISTRIBUTED = `SELECT to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL AS "hasCitus"`;

const SHARDS = `SELECT shardminvalue::int AS first, uuid_hash('${SOME_UUID}') AS hash FROM pg_dist_shard
  WHERE logicalrelid = to_regclass('books') ORDER BY 1`;

/**
 * The shards of the tables by account on Citus; on plain PostgreSQL there is one. A statement about the accounts of one
 * shard is executed on its node; row locks must not be taken in several shards by one statement.
 */
export class AccountShards {
  /** The first hash of each shard, in order. Empty on plain PostgreSQL. */
  #first: readonly number[] = [];
  #version = 0;

  /** Increases when `learn` finds other shards. */
  get version(): number {
    return this.#version;
  }

  get areDistributed(): boolean {
    return this.#first.length > 0;
  }

  /** At the start, and again after a shard was split. */
  async learn(dataSource: Pick<DataSource, 'query'>): Promise<void> {
    const [{ hasCitus }] = await dataSource.query<[{ hasCitus: boolean }]>(IS_DISTRIBUTED);
    const shards = hasCitus ? await dataSource.query<{ first: number; hash: number }[]>(SHARDS) : [];
    if (shards[0] !== undefined && shards[0].hash !== hashOfUuid(SOME_UUID))
      throw new Error('The servers of this Citus cluster hash in an unknown way; they must be little-endian');
    const before = this.#first.join();
    this.#first = shards.map(({ first }) => first);
    if (this.#first.join() !== before) this.#version++;
  }

  /** The items of each shard, in the order of shards, so that SQL transactions that lock several do not deadlock. */
  groupsOf<Item>(items: readonly Item[], uuidOf: (item: Item) => string): (readonly Item[])[] {
    if (!this.areDistributed) return items.length === 0 ? [] : [items];
    const groups = Map.groupBy(items, (item) => this.#shardOf(uuidOf(item)));
    return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
  }

  /** The first hash of the shard with all these accounts, which stays its own when others are split. Undefined for several. */
  commonShardOf(uuids: readonly string[]): number | undefined {
    const [shard, ...others] = new Set(uuids.map((uuid) => this.#shardOf(uuid)));
    return shard === undefined || others.length > 0 ? undefined : this.#first[shard];
  }

  #shardOf(uuid: string): number {
    const hash = hashOfUuid(uuid);
    return this.#first.findLastIndex((first) => first <= hash);
  }
}

const shardsBySource = new WeakMap<DataSource, AccountShards>();

/** One shard until `learn` was called. */
export function shardsOf(dataSource: DataSource): AccountShards {
  const found = shardsBySource.get(dataSource);
  if (found !== undefined) return found;
  const shards = new AccountShards();
  shardsBySource.set(dataSource, shards);
  return shards;
}

const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Whether work that began with that version of the shards failed because one of them was split, or because the database was
 * distributed meanwhile: Citus rejects a row lock in two shards. It can be repeated with the shards that are known now.
 */
export async function wasShardSplit(
  dataSource: DataSource,
  error: unknown,
  version: number,
): Promise<boolean> {
  const shards = shardsOf(dataSource);
  if (sqlStateOf(error) !== FEATURE_NOT_SUPPORTED) return false;
  // Without the shards, the caller gets the error of its own statement.
  await shards.learn(dataSource).catch(() => undefined);
  return shards.version !== version;
}

/** The results for the items of each shard. For those of a shard that was split, the work is repeated with its parts. */
export async function forEachShard<Item, Result>(
  dataSource: DataSource,
  items: readonly Item[],
  uuidOf: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<Result>,
): Promise<Result[]> {
  const shards = shardsOf(dataSource);
  const { version } = shards;
  const results = shards.groupsOf(items, uuidOf).map(async (group) => {
    try {
      return [await work(group)];
    } catch (error) {
      if (!(await wasShardSplit(dataSource, error, version))) throw error;
      return forEachShard(dataSource, group, uuidOf, work);
    }
  });
  return (await Promise.all(results)).flat();
}
