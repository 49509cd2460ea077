import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@florin/infrastructure';
import { parseId, uuidFromId } from '@florin/kernel';
import { expectStatus, outcomeOf } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { findingsInBooks } from '../support/books.js';
import { sql } from '../support/payments.js';
import { expectOnePhaseOnOneNode, nodesOf, recordRemoteCommands } from '../support/remote-commands.js';
import type { TestResponse } from '../support/running-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Place {
  readonly shard: string;
  readonly groupid: number;
  readonly hash: number;
}

interface Holder extends Customer {
  readonly uuid: string;
  /** By the id of the payment. */
  readonly payments: Map<string, 'pending' | 'succeeded' | 'canceled'>;
}

const FUNDS = 1_000_000;
const PER_SHARD = 4;
const RETRY_DELAY_MS = 50;
const RETRY_FOR_MS = 30_000;

let database: TestDatabase;
let bank: Bank;
let moved: Holder[];
let split: Holder[];
/** What clients saw since the start of the test. */
let outcomes: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  // Writers wait for a shard that is moved; with a short limit some of them get 503.
  bank = await Bank.open({ databaseUrl: database.url, timeouts: { lock: 300 } });
  [moved, split] = await holdersInTwoShards();
});
afterAll(async () => {
  await bank.close();
  await database.drop();
});

const query = <Row>(text: string, values: readonly unknown[] = []) => sql<Row>(database.url, text, values);

const uuidOf = (kind: 'acct' | 'txn', id: string): string => uuidFromId(parseId(kind, id)!);

async function holdersInTwoShards(): Promise<[Holder[], Holder[]]> {
  const byShard = new Map<string, Holder[]>();
  for (;;) {
    const customer = await bank.customer(FUNDS);
    const holder = { ...customer, uuid: uuidOf('acct', customer.id), payments: new Map() };
    const { shard } = await placeOf(holder);
    byShard.set(shard, [...(byShard.get(shard) ?? []), holder]);
    const [first, second] = [...byShard.values()].filter((holders) => holders.length >= PER_SHARD);
    if (first && second) return [first, second];
  }
}

async function placeOf({ uuid }: Pick<Holder, 'uuid'>): Promise<Place> {
  const [place] = await query<Place>(
    `SELECT shardid AS shard, groupid, uuid_hash($1::uuid) AS hash FROM pg_dist_placement
     WHERE shardid = get_shard_id_for_distribution_column('books', $1::uuid)`,
    [uuid],
  );
  return place!;
}

/** Retries a 503. After one, a conflict means that the request was executed. */
async function retried(send: () => Promise<TestResponse>): Promise<TestResponse> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    const outcome = outcomeOf(response);
    if (attempt > 1 && outcome === '409 conflict') return response;
    outcomes.push(outcome);
    if (response.status !== 503 || Date.now() > deadline) return response;
    await delay(RETRY_DELAY_MS);
  }
}

let payments = 0;

async function create(holder: Holder): Promise<string> {
  const headers = { 'idempotency-key': `payment ${++payments}` };
  const response = await retried(() => bank.create(holder, { amount: 1 }, headers));
  const { id } = expectStatus(response, 201).body as { id: string };
  holder.payments.set(id, 'pending');
  return id;
}

async function pay(holder: Holder): Promise<void> {
  const id = await create(holder);
  const end = payments % 2 === 0 ? 'succeeded' : 'canceled';
  await retried(() => (end === 'succeeded' ? bank.settle(id) : bank.cancel(holder, id)));
  holder.payments.set(id, end);
}

/** Each account pays during the work, and shortly before and after it. */
async function underLoad(work: () => Promise<unknown>): Promise<void> {
  outcomes = [];
  let isRunning = true;
  const paying = [...moved, ...split].map(async (holder) => {
    while (isRunning) await pay(holder);
  });
  const working = delay(200)
    .then(work)
    .then(() => delay(200))
    .finally(() => {
      isRunning = false;
    });
  await Promise.all([working, ...paying]);
}

async function moveShard(mode: string): Promise<void> {
  const { shard, groupid } = await placeOf(moved[0]!);
  await query(
    `SELECT citus_move_shard_placement($1::bigint, source.nodeid, target.nodeid, $3::citus.shard_transfer_mode)
     FROM pg_dist_node AS source, pg_dist_node AS target
     WHERE source.groupid = $2 AND target.groupid <> $2 AND target.shouldhaveshards LIMIT 1`,
    [shard, groupid, mode],
  );
  expect((await placeOf(moved[0]!)).groupid).not.toBe(groupid);
}

/** Half of its accounts are in each part, on different nodes. */
async function splitShard(): Promise<void> {
  const places = await Promise.all(split.map(placeOf));
  const hashes = places.map(({ hash }) => hash).sort((one, other) => one - other);
  await query(
    `SELECT citus_split_shard_by_split_points($1::bigint, ARRAY[$2::text],
       (SELECT (array_agg(nodeid ORDER BY nodeid))[:2] FROM pg_dist_node WHERE shouldhaveshards), 'block_writes')`,
    [places[0]!.shard, hashes[Math.floor(hashes.length / 2) - 1]],
  );
  const after = await Promise.all(split.map(placeOf));
  expect(new Set(after.map(({ groupid }) => groupid)).size).toBe(2);
}

const outcomesExcept = (...expected: readonly string[]) =>
  [...new Set(outcomes)].filter((outcome) => !expected.includes(outcome));

describe('clients that create, settle and cancel payments get only success and 503', () => {
  it.each(['block_writes', 'force_logical'])('while a shard is moved with %s', async (mode) => {
    await underLoad(() => moveShard(mode));
    expect(outcomesExcept('200', '201', '503 unavailable')).toEqual([]);
  });

  it('while a shard is split', async () => {
    await underLoad(splitShard);
    expect(outcomesExcept('200', '201', '503 unavailable')).toEqual([]);
  });
});

describe('after shards were moved and split', () => {
  it('all requests succeed', async () => {
    await underLoad(() => delay(500));
    expect(outcomesExcept('200', '201')).toEqual([]);
  });

  it('a create is executed on one node and committed in one phase', async () => {
    const transactions = recordRemoteCommands(bank.api.api.app.get(Database).source);
    for (let round = 1; round <= 5; round++) await Promise.all(split.map(create));
    for (const sent of transactions.values()) expectOnePhaseOnOneNode(sent);
    expect(nodesOf([...transactions.values()].flat())).toHaveLength(2);
  });

  it('each payment that was acknowledged is there once, and the ledger balances', async () => {
    for (const holder of [...moved, ...split]) {
      const found = await query<{ id: string; status: string }>(
        `SELECT id, status FROM transactions WHERE account_id = $1 AND type = 'payment' ORDER BY id`,
        [holder.uuid],
      );
      const expected = [...holder.payments].map(([id, status]) => ({ id: uuidOf('txn', id), status }));
      expect(found).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
      const count = (status: string) => found.filter((payment) => payment.status === status).length;
      const held = count('pending');
      const available = FUNDS - held - count('succeeded');
      expect(await bank.balance(holder)).toEqual({ available, held, incoming: 0 });
    }
    expect(await findingsInBooks(database.url)).toEqual([]);
  });
});
