import { randomInt } from 'node:crypto';
import {
  type AccountId,
  type EventEnvelope,
  idFromUuid,
  type TransactionId,
  type TransferId,
  uuidFromId,
} from '@florin/kernel';
import type { Balance, Changes, Entry, Transaction } from '@florin/ledger';
import { safeInteger, selectListOf } from '../postgres/columns.js';
import type { AccountShards } from '../postgres/account-shards.js';
import { type NamedStatement, withRowCountCheck, type PreparedQuery } from '../postgres/named-query.js';
import { BY_ID_HINT, BY_TRANSFER_HINT } from '../postgres/partial-index-hints.js';
import { batchesOf } from '../postgres/find-options.js';
import { type DeliveredEndpoint, readEndpointsOf } from './webhook-deliveries.sql.js';
import { inShardOf, insertOf, type Routable, updateOf, writing } from './routed-statement.js';
import { activityRowsOf } from './activity.entity.js';
import { BalanceEntity, balanceOf, balanceRowOf } from './balance.entity.js';
import { entryRowOf } from './entry.entity.js';
import { type ChainHead, chainEvents, type NewestHashes } from './event-chain.js';
import { insertEvents } from './events.sql.js';
import { pipeline, run, runForAccounts, type SqlClient } from './sql-client.js';
import { TransactionEntity, transactionOf, transactionRowOf } from './transaction.entity.js';

const uuidsOf = (ids: readonly (AccountId | TransactionId | TransferId)[]): string[] =>
  ids.map((id) => uuidFromId(id));

const LOCK_BALANCES = {
  name: 'books_lock',
  text: `SELECT ${selectListOf(BalanceEntity)}, head_hash AS "headHash" FROM books
    WHERE account_id = ANY ($1::uuid[]) ORDER BY account_id FOR UPDATE`,
};

export interface LockedBalances {
  readonly balances: readonly Balance[];
  readonly newestHashes: NewestHashes;
  /** On Citus, where the statement that writes events cannot read them. */
  readonly endpoints?: readonly DeliveredEndpoint[] | undefined;
}

interface HeadRow {
  readonly accountId: string;
  readonly headHash: string | null;
}

const newestHashesOf = (rows: readonly HeadRow[]): NewestHashes =>
  new Map(
    rows.flatMap(({ accountId, headHash }) =>
      headHash === null ? [] : [[idFromUuid('acct', accountId), headHash]],
    ),
  );

/** Waits for the row locks. All statements lock balances in id order, against deadlocks. */
export const lockBalances = (sql: SqlClient, accountIds: readonly AccountId[]): Promise<LockedBalances> =>
  lockWith(sql, LOCK_BALANCES, accountIds);

async function lockWith(
  sql: SqlClient,
  statement: NamedStatement,
  accountIds: readonly AccountId[],
): Promise<LockedBalances> {
  const [rows, endpoints] = await pipeline([
    runForAccounts<HeadRow>(sql, statement, accountIds),
    readEndpointsOf(sql, accountIds),
  ]);
  return { balances: rows.map(balanceOf), newestHashes: newestHashesOf(rows), endpoints };
}

const TRY_LOCK_BALANCES = {
  name: 'books_lock_free',
  text: `WITH locked AS (
      SELECT * FROM books WHERE account_id = ANY ($1::uuid[]) ORDER BY account_id FOR UPDATE SKIP LOCKED)
    SELECT known.account_id AS "accountId", currency, state, used, available, held, incoming,
      posted_count AS "postedCount", total_in AS "totalIn", updated_at AS "updatedAt", head_hash AS "headHash"
    FROM (SELECT account_id FROM books WHERE account_id = ANY ($1::uuid[])) AS known
    LEFT JOIN locked USING (account_id)`,
};

/** Does not wait: `locked` are the accounts whose balance another SQL transaction has locked. */
export async function tryLockBalances(
  sql: SqlClient,
  accountIds: readonly AccountId[],
): Promise<LockedBalances & { readonly locked: ReadonlySet<AccountId> }> {
  type Row = HeadRow & { currency: string | null };
  const [rows, endpoints] = await pipeline([
    runForAccounts<Row>(sql, TRY_LOCK_BALANCES, accountIds),
    readEndpointsOf(sql, accountIds),
  ]);
  const skipped = rows.filter(({ currency }) => currency === null);
  return {
    balances: rows.filter(({ currency }) => currency !== null).map(balanceOf),
    newestHashes: newestHashesOf(rows),
    endpoints,
    locked: new Set(skipped.map(({ accountId }) => idFromUuid('acct', accountId))),
  };
}

const LOCK_EVENT_ORDER = {
  name: 'books_lock_event_order',
  text: `SELECT ${selectListOf(BalanceEntity)}, head_hash AS "headHash" FROM books
    WHERE account_id = ANY ($1::uuid[]) ORDER BY account_id FOR NO KEY UPDATE`,
};

/** Keeps other SQL transactions from writing events of these accounts. */
export const lockEventOrder = (sql: SqlClient, accountIds: readonly AccountId[]): Promise<LockedBalances> =>
  lockWith(sql, LOCK_EVENT_ORDER, accountIds);

const UPDATE_BALANCES = updateOf('books_update', (inShard) =>
  withRowCountCheck(
    `UPDATE books SET currency = new.currency, state = new.state, used = new.used, available = new.available,
      held = new.held, incoming = new.incoming, posted_count = new."postedCount", total_in = new."totalIn",
      updated_at = new."updatedAt",
      head_event_id = coalesce(new."eventId", head_event_id), head_hash = coalesce(new.hash, head_hash)
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, currency text, state text, used boolean,
      available bigint, held bigint, incoming bigint, "postedCount" bigint, "totalIn" bigint,
      "updatedAt" timestamptz, "eventId" uuid, hash text)
    WHERE books.account_id = new."accountId" ${inShard('books.account_id')}`,
    2,
  ),
);

type Heads = ReadonlyMap<AccountId, ChainHead>;

const headRowOf = ({ eventId, hash }: ChainHead): object => ({ eventId: uuidFromId(eventId), hash });

/** Also advances the heads of event logs. Without a head, the stored one stays. */
export function updateBalances(
  shards: AccountShards,
  balances: readonly Balance[],
  heads: Heads = new Map(),
): PreparedQuery[] {
  const rows = balances.map((balance) => {
    const head = heads.get(balance.accountId);
    return head === undefined ? balanceRowOf(balance) : { ...balanceRowOf(balance), ...headRowOf(head) };
  });
  return writing(shards, UPDATE_BALANCES, rows);
}

const UPDATE_HEADS = updateOf('books_update_heads', (inShard) =>
  withRowCountCheck(
    `UPDATE books SET head_event_id = new."eventId", head_hash = new.hash
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, "eventId" uuid, hash text)
    WHERE books.account_id = new."accountId" ${inShard('books.account_id')}`,
    2,
  ),
);

const updateHeads = (shards: AccountShards, heads: Heads): PreparedQuery[] =>
  writing(
    shards,
    UPDATE_HEADS,
    [...heads].map(([accountId, head]) => ({ accountId: uuidFromId(accountId), ...headRowOf(head) })),
  );

export const FIND_ACCOUNTS = {
  name: 'transactions_accounts',
  text: `SELECT account_id AS "accountId", id FROM transactions WHERE id = ANY ($1::uuid[]) AND ${BY_ID_HINT}`,
};

export type TransactionKey = Pick<Transaction, 'accountId' | 'id'>;

/** The accounts of transactions known by id alone. They never change, so this needs no lock. */
export async function findAccountsOf(
  sql: SqlClient,
  ids: readonly TransactionId[],
): Promise<TransactionKey[]> {
  return ids.length === 0 ? [] : findKeys(sql, FIND_ACCOUNTS, ids);
}

export const FIND_SIDES = {
  name: 'transactions_sides',
  text: `SELECT account_id AS "accountId", id FROM transactions WHERE transfer_id = ANY ($1::uuid[])
    AND ${BY_TRANSFER_HINT}`,
};

/** Both sides of each transfer. They never change, so this needs no lock. */
export async function findSidesOf(sql: SqlClient, ids: readonly TransferId[]): Promise<TransactionKey[]> {
  return ids.length === 0 ? [] : findKeys(sql, FIND_SIDES, ids);
}

async function findKeys(
  sql: SqlClient,
  statement: typeof FIND_SIDES,
  ids: readonly (TransactionId | TransferId)[],
): Promise<TransactionKey[]> {
  return (await run<TransactionKeyRow>(sql, statement, [uuidsOf(ids)])).map(transactionKeyOf);
}

export interface TransactionKeyRow {
  readonly accountId: string;
  readonly id: string;
}

export const transactionKeyOf = ({ accountId, id }: TransactionKeyRow): TransactionKey => ({
  accountId: idFromUuid('acct', accountId),
  id: idFromUuid('txn', id),
});

const READ_TRANSACTIONS_TEXT = `SELECT ${selectListOf(TransactionEntity)}
    FROM unnest($1::uuid[], $2::uuid[]) AS needed (account_id, id) JOIN transactions USING (account_id, id)`;

const READ_TRANSACTIONS: Routable = {
  plain: { name: 'transactions_read', text: READ_TRANSACTIONS_TEXT },
  routed: {
    name: 'transactions_read_routed',
    text: `${READ_TRANSACTIONS_TEXT} WHERE ${inShardOf('transactions.account_id', 1)}`,
  },
};

export async function readTransactions(
  sql: SqlClient,
  keys: readonly TransactionKey[],
): Promise<Transaction[]> {
  const statement = READ_TRANSACTIONS[sql.shards.areDistributed ? 'routed' : 'plain'];
  const groups = sql.shards.groupsOf(keys, ({ accountId }) => uuidFromId(accountId));
  const results = groups.map((group) =>
    run<object>(sql, statement, [
      uuidsOf(group.map(({ accountId }) => accountId)),
      uuidsOf(group.map(({ id }) => id)),
    ]),
  );
  return (await pipeline(results)).flat().map(transactionOf);
}

const SUM_REFUNDS = {
  name: 'transactions_refunded',
  text: `SELECT refund_of, sum(amount) AS refunded FROM transactions
    WHERE account_id = ANY ($1::uuid[]) AND refund_of = ANY ($2::uuid[]) AND status IN ('pending', 'succeeded')
    GROUP BY refund_of`,
};

export async function sumRefunds(
  sql: SqlClient,
  accountIds: readonly AccountId[],
  paymentIds: readonly TransactionId[],
): Promise<Map<TransactionId, number>> {
  if (paymentIds.length === 0) return new Map();
  type Row = { refund_of: string; refunded: string };
  const rows = await runForAccounts<Row>(sql, SUM_REFUNDS, accountIds, uuidsOf(paymentIds));
  return new Map(rows.map((row) => [idFromUuid('txn', row.refund_of), safeInteger(row.refunded)]));
}

const INSERT_TRANSACTIONS = insertOf(
  'transactions_insert',
  `transactions (account_id, id, type, amount, currency, status, reference, metadata, refund_of, transfer_id,
    counterparty_id, refund_id, created_at, updated_at)`,
  `new.id, new.type, new.amount, new.currency, 'pending', new.reference, new.metadata, new."refundOf",
    new."transferId", new."counterpartyId", new."refundId", new."createdAt", new."createdAt"`,
  `id uuid, type text, amount bigint, currency text, reference text, metadata json, "refundOf" uuid,
    "transferId" uuid, "counterpartyId" uuid, "refundId" uuid, "createdAt" timestamptz`,
);

/** Inserts as pending, even if the same batch ends them. */
const insertTransactions = (shards: AccountShards, added: readonly Transaction[]): PreparedQuery[] =>
  writing(shards, INSERT_TRANSACTIONS, added.map(transactionRowOf));

const UPDATE_TRANSACTIONS = updateOf('transactions_update', (inShard) =>
  withRowCountCheck(
    `UPDATE transactions SET status = new.status, reference = new.reference, metadata = new.metadata,
      failure_reason = new."failureReason", updated_at = new."updatedAt", ended_at = new."endedAt"
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, status text, reference text, metadata json,
      "failureReason" text, "updatedAt" timestamptz, "endedAt" timestamptz)
    WHERE transactions.account_id = new."accountId" AND transactions.id = new.id
      ${inShard('transactions.account_id')}`,
    2,
  ),
);

const updateTransactions = (shards: AccountShards, changed: readonly Transaction[]): PreparedQuery[] =>
  writing(shards, UPDATE_TRANSACTIONS, changed.map(transactionRowOf));

const END_TRANSACTIONS = updateOf('transactions_end', (inShard) =>
  withRowCountCheck(
    `UPDATE transactions SET status = new.status, updated_at = new."updatedAt", ended_at = new."endedAt"
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, status text, "updatedAt" timestamptz,
      "endedAt" timestamptz)
    WHERE transactions.account_id = new."accountId" AND transactions.id = new.id
      ${inShard('transactions.account_id')}`,
    2,
  ),
);

/** Writes only the status and its times: transactions read without their metadata keep it. */
export const endTransactions = (shards: AccountShards, ended: readonly Transaction[]): PreparedQuery[] =>
  writing(shards, END_TRANSACTIONS, ended.map(transactionRowOf));

const INSERT_ENTRIES = insertOf(
  'entries_insert',
  `entries (account_id, transaction_id, line, currency, amount, posted_at, position, balance_after, total_in)`,
  `new."transactionId", new.line, new.currency, new.amount, new."postedAt", new.position, new."balanceAfter",
    new."totalIn"`,
  `"transactionId" uuid, line text, currency text, amount bigint, "postedAt" timestamptz, position bigint,
    "balanceAfter" bigint, "totalIn" bigint`,
);

const insertEntries = (shards: AccountShards, entries: readonly Entry[]): PreparedQuery[] =>
  writing(shards, INSERT_ENTRIES, entries.map(entryRowOf));

const INSERT_ACTIVITY_ROWS = `"accountId" uuid, currency text, day date, "postedCount" bigint, "totalIn" bigint,
  "totalOut" bigint`;

const INSERT_ACTIVITY: Routable = {
  plain: {
    name: 'activity_deltas_insert',
    text: `INSERT INTO activity_deltas (account_id, currency, day, posted_count, total_in, total_out)
      SELECT * FROM json_to_recordset($1::json) AS new (${INSERT_ACTIVITY_ROWS})`,
  },
  // With its own ids: a default cannot be evaluated on the node of the shard.
  routed: {
    name: 'activity_deltas_insert_routed',
    text: `INSERT INTO activity_deltas (account_id, id, currency, day, posted_count, total_in, total_out)
      OVERRIDING SYSTEM VALUE
      SELECT books.account_id, new.id, new.currency, new.day, new."postedCount", new."totalIn", new."totalOut"
      FROM books JOIN json_to_recordset($1::json) AS new (${INSERT_ACTIVITY_ROWS}, id bigint)
        ON new."accountId" = books.account_id
      WHERE books.account_id = ANY ($2::uuid[])`,
  },
};

export const insertActivityRows = (shards: AccountShards, rows: readonly object[]): PreparedQuery[] => {
  const withIds = shards.areDistributed ? rows.map((row) => ({ ...row, id: randomInt(1, 2 ** 47) })) : rows;
  return writing(shards, INSERT_ACTIVITY, withIds);
};

const insertActivity = (shards: AccountShards, entries: readonly Entry[]): PreparedQuery[] =>
  shards
    .groupsOf(entries, ({ accountId }) => uuidFromId(accountId))
    .flatMap((group) => insertActivityRows(shards, activityRowsOf(group)));

/** Chains and inserts events of accounts whose balances are locked, and advances the heads of their logs. */
export function appendToLog(
  shards: AccountShards,
  events: readonly EventEnvelope[],
  { balances, newestHashes, endpoints }: LockedBalances,
): PreparedQuery[] {
  const { chained, heads } = chainEvents(events, newestHashes);
  const unchanged = new Map(balances.map((balance) => [balance.accountId, balance]));
  return [
    ...[...batchesOf(chained)].flatMap((batch) => insertEvents(shards, batch, endpoints, unchanged)),
    ...updateHeads(shards, heads),
  ];
}

/**
 * All changes except the keys, one statement per table. The caller holds the locks on the balances. The balance of every
 * account with events must be among the changes, because its row keeps the head of the log.
 */
export function writeChanges(
  shards: AccountShards,
  changes: Omit<Changes, 'keys'>,
  { newestHashes, endpoints }: Pick<LockedBalances, 'newestHashes' | 'endpoints'>,
): PreparedQuery[] {
  const { chained, heads } = chainEvents(changes.events, newestHashes);
  const written = new Set(changes.balances.map(({ accountId }) => accountId));
  for (const accountId of heads.keys())
    if (!written.has(accountId)) throw new Error(`The log head of ${accountId} would not be advanced.`);
  return [
    ...insertTransactions(shards, changes.added),
    ...updateTransactions(shards, changes.changed),
    ...updateBalances(shards, changes.balances, heads),
    ...insertEntries(shards, changes.entries),
    ...insertActivity(shards, changes.entries),
    ...insertEvents(shards, chained, endpoints),
  ];
}
