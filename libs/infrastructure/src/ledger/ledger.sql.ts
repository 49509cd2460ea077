import {
  type AccountId,
  type EventEnvelope,
  type EventId,
  idFromUuid,
  type IdempotencyKey,
  type JsonObject,
  type TransactionId,
  type TransferId,
  uuidFromId,
} from '@florin/kernel';
import {
  type Balance,
  type Changes,
  type Entry,
  type StoredResponse,
  keyText,
  type NewIdempotencyKey,
  type Transaction,
} from '@florin/ledger';
import { safeInteger, selectListOf } from '../postgres/columns.js';
import type { QueryRows } from '../postgres/commit-outcome.js';
import { sqlStateOf } from '../postgres/driver-error.js';
import { IDEMPOTENCY_KEY_LIFETIME, NO_ACCOUNT } from '../postgres/idempotency-keys.js';
import { withRowCountCheck, type PreparedQuery, ROW_COUNT_MISMATCH } from '../postgres/named-query.js';
import { BY_ID_HINT, BY_TRANSFER_HINT } from '../postgres/partial-index-hints.js';
import { RetrySqlTransaction } from '../postgres/sql-transaction.js';
import { batchesOf } from '../postgres/find-options.js';
import { BalanceEntity, balanceOf, balanceRowOf } from './balance.entity.js';
import { entryRowOf } from './entry.entity.js';
import { type ChainHead, chainEvents, type NewestHashes } from './event-chain.js';
import { eventRowOf } from './event.entity.js';
import { run, type SqlClient } from './sql-client.js';
import { TransactionEntity, transactionOf, transactionRowOf } from './transaction.entity.js';

// Rows are written as one JSON parameter, which is faster on both sides than an array parameter for each column.

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
export async function lockBalances(
  sql: SqlClient,
  accountIds: readonly AccountId[],
): Promise<LockedBalances> {
  const rows = await run<HeadRow>(sql, LOCK_BALANCES, [uuidsOf(accountIds)]);
  return { balances: rows.map(balanceOf), newestHashes: newestHashesOf(rows) };
}

const TRY_LOCK_BALANCES = {
  name: 'books_lock_free',
  text: `WITH locked AS (
      SELECT * FROM books WHERE account_id = ANY ($1::uuid[]) ORDER BY account_id FOR UPDATE SKIP LOCKED)
    SELECT known.account_id AS "accountId", currency, state, used, available, held, incoming, updated_at AS "updatedAt",
      head_hash AS "headHash"
    FROM (SELECT account_id FROM books WHERE account_id = ANY ($1::uuid[])) AS known
    LEFT JOIN locked USING (account_id)`,
};

/** Does not wait: `locked` are the accounts whose balance another SQL transaction has locked. */
export async function tryLockBalances(
  sql: SqlClient,
  accountIds: readonly AccountId[],
): Promise<LockedBalances & { readonly locked: ReadonlySet<AccountId> }> {
  const values = [uuidsOf(accountIds)];
  const rows = await run<HeadRow & { currency: string | null }>(sql, TRY_LOCK_BALANCES, values);
  const skipped = rows.filter(({ currency }) => currency === null);
  return {
    balances: rows.filter(({ currency }) => currency !== null).map(balanceOf),
    newestHashes: newestHashesOf(rows),
    locked: new Set(skipped.map(({ accountId }) => idFromUuid('acct', accountId))),
  };
}

const LOCK_EVENT_ORDER = {
  name: 'books_lock_event_order',
  text: `SELECT account_id AS "accountId", head_hash AS "headHash" FROM books
    WHERE account_id = ANY ($1::uuid[]) ORDER BY account_id FOR NO KEY UPDATE`,
};

/** Keeps other SQL transactions from writing events of these accounts. */
export const lockEventOrder = async (
  sql: SqlClient,
  accountIds: readonly AccountId[],
): Promise<NewestHashes> => newestHashesOf(await run<HeadRow>(sql, LOCK_EVENT_ORDER, [uuidsOf(accountIds)]));

const UPDATE_BALANCES = {
  name: 'books_update',
  text: withRowCountCheck(
    `UPDATE books SET currency = new.currency, state = new.state, used = new.used, available = new.available,
      held = new.held, incoming = new.incoming, updated_at = new."updatedAt",
      head_event_id = coalesce(new."eventId", head_event_id), head_hash = coalesce(new.hash, head_hash)
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, currency text, state text, used boolean,
      available bigint, held bigint, incoming bigint, "updatedAt" timestamptz, "eventId" uuid, hash text)
    WHERE books.account_id = new."accountId"`,
    2,
  ),
};

type Heads = ReadonlyMap<AccountId, ChainHead>;

const headRowOf = ({ eventId, hash }: ChainHead): object => ({ eventId: uuidFromId(eventId), hash });

/** Also advances the heads of event logs. Without a head, the stored one stays. */
export function updateBalances(balances: readonly Balance[], heads: Heads = new Map()): PreparedQuery[] {
  const rows = balances.map((balance) => {
    const head = heads.get(balance.accountId);
    return head === undefined ? balanceRowOf(balance) : { ...balanceRowOf(balance), ...headRowOf(head) };
  });
  return writing(UPDATE_BALANCES, rows, rows.length);
}

const UPDATE_HEADS = {
  name: 'books_update_heads',
  text: withRowCountCheck(
    `UPDATE books SET head_event_id = new."eventId", head_hash = new.hash
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, "eventId" uuid, hash text)
    WHERE books.account_id = new."accountId"`,
    2,
  ),
};

const updateHeads = (heads: Heads): PreparedQuery[] =>
  writing(
    UPDATE_HEADS,
    [...heads].map(([accountId, head]) => ({ accountId: uuidFromId(accountId), ...headRowOf(head) })),
    heads.size,
  );

const FIND_ACCOUNTS = {
  name: 'transactions_accounts',
  text: `SELECT account_id AS "accountId", id FROM transactions WHERE id = ANY ($1::uuid[]) AND ${BY_ID_HINT}`,
};

type TransactionKey = Pick<Transaction, 'accountId' | 'id'>;

/** The accounts of transactions known by id alone. They never change, so this needs no lock. */
export async function findAccountsOf(
  sql: SqlClient,
  ids: readonly TransactionId[],
): Promise<TransactionKey[]> {
  return ids.length === 0 ? [] : findKeys(sql, FIND_ACCOUNTS, ids);
}

const FIND_SIDES = {
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
  const rows = await run<{ accountId: string; id: string }>(sql, statement, [uuidsOf(ids)]);
  return rows.map((row) => ({ accountId: idFromUuid('acct', row.accountId), id: idFromUuid('txn', row.id) }));
}

const READ_TRANSACTIONS = {
  name: 'transactions_read',
  text: `SELECT ${selectListOf(TransactionEntity)}
    FROM unnest($1::uuid[], $2::uuid[]) AS needed (account_id, id) JOIN transactions USING (account_id, id)`,
};

export async function readTransactions(
  sql: SqlClient,
  keys: readonly TransactionKey[],
): Promise<Transaction[]> {
  if (keys.length === 0) return [];
  const values = [uuidsOf(keys.map(({ accountId }) => accountId)), uuidsOf(keys.map(({ id }) => id))];
  return (await run<object>(sql, READ_TRANSACTIONS, values)).map(transactionOf);
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
  const values = [uuidsOf(accountIds), uuidsOf(paymentIds)];
  const rows = await run<{ refund_of: string; refunded: string }>(sql, SUM_REFUNDS, values);
  return new Map(rows.map((row) => [idFromUuid('txn', row.refund_of), safeInteger(row.refunded)]));
}

const INSERT_TRANSACTIONS = {
  name: 'transactions_insert',
  text: `INSERT INTO transactions (account_id, id, type, amount, currency, status, reference, metadata, refund_of,
      transfer_id, counterparty_id, created_at, updated_at)
    SELECT "accountId", id, type, amount, currency, 'pending', reference, metadata, "refundOf", "transferId",
      "counterpartyId", "createdAt", "createdAt"
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, type text, amount bigint, currency text,
      reference text, metadata json, "refundOf" uuid, "transferId" uuid, "counterpartyId" uuid,
      "createdAt" timestamptz)`,
};

/** Inserts as pending, even if the same batch ends them. */
export const insertTransactions = (added: readonly Transaction[]): PreparedQuery[] =>
  writing(INSERT_TRANSACTIONS, added.map(transactionRowOf));

const UPDATE_TRANSACTIONS = {
  name: 'transactions_update',
  text: withRowCountCheck(
    `UPDATE transactions SET status = new.status, reference = new.reference, metadata = new.metadata,
      failure_reason = new."failureReason", updated_at = new."updatedAt", ended_at = new."endedAt"
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, status text, reference text, metadata json,
      "failureReason" text, "updatedAt" timestamptz, "endedAt" timestamptz)
    WHERE transactions.account_id = new."accountId" AND transactions.id = new.id`,
    2,
  ),
};

export const updateTransactions = (changed: readonly Transaction[]): PreparedQuery[] =>
  writing(UPDATE_TRANSACTIONS, changed.map(transactionRowOf), changed.length);

const END_TRANSACTIONS = {
  name: 'transactions_end',
  text: withRowCountCheck(
    `UPDATE transactions SET status = new.status, updated_at = new."updatedAt", ended_at = new."endedAt"
    FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, status text, "updatedAt" timestamptz,
      "endedAt" timestamptz)
    WHERE transactions.account_id = new."accountId" AND transactions.id = new.id`,
    2,
  ),
};

/** Writes only the status and its times: transactions read without their metadata keep it. */
export const endTransactions = (ended: readonly Transaction[]): PreparedQuery[] =>
  writing(END_TRANSACTIONS, ended.map(transactionRowOf), ended.length);

const INSERT_ENTRIES = {
  name: 'entries_insert',
  text: `INSERT INTO entries (account_id, transaction_id, line, currency, amount, posted_at)
    SELECT * FROM json_to_recordset($1::json) AS new ("accountId" uuid, "transactionId" uuid, line text, currency text,
      amount bigint, "postedAt" timestamptz)`,
};

const insertEntries = (entries: readonly Entry[]): PreparedQuery[] =>
  writing(INSERT_ENTRIES, entries.map(entryRowOf));

const INSERT_EVENTS = {
  name: 'events_insert',
  text: `INSERT INTO events (account_id, id, type, subject_kind, subject_id, data, occurred_at, actor, hash,
      available, held, incoming)
    SELECT * FROM json_to_recordset($1::json) AS new ("accountId" uuid, id uuid, type text, "subjectKind" text,
      "subjectId" uuid, data jsonb, "occurredAt" timestamptz, actor text, hash text, available bigint, held bigint,
      incoming bigint)`,
};

const insertEvents = (events: readonly EventEnvelope[]): PreparedQuery[] =>
  writing(INSERT_EVENTS, events.map(eventRowOf));

/** Chains and inserts events of accounts whose balances are locked, and advances the heads of their logs. */
export function appendToLog(events: readonly EventEnvelope[], newestHashes: NewestHashes): PreparedQuery[] {
  const { chained, heads } = chainEvents(events, newestHashes);
  return [...[...batchesOf(chained)].flatMap(insertEvents), ...updateHeads(heads)];
}

const NEWEST_EVENTS = {
  name: 'events_newest',
  text: `SELECT needed.account_id AS "accountId", newest.id FROM unnest($1::uuid[]) AS needed (account_id), LATERAL (
      SELECT id FROM events WHERE events.account_id = needed.account_id AND id >= $2 ORDER BY id DESC LIMIT 1
    ) AS newest`,
};

/** The next event id of each account must be above this one: `from`, or a newer id from a process whose clock is ahead. */
export async function readNewestEvents(
  sql: SqlClient,
  accountIds: readonly AccountId[],
  from: EventId,
): Promise<Map<AccountId, EventId>> {
  const values = [uuidsOf(accountIds), uuidFromId(from)];
  const rows = await run<{ accountId: string; id: string }>(sql, NEWEST_EVENTS, values);
  const newest = new Map(accountIds.map((accountId) => [accountId, from]));
  for (const row of rows) newest.set(idFromUuid('acct', row.accountId), idFromUuid('evt', row.id));
  return newest;
}

export async function isEventCommitted(
  queryRows: QueryRows,
  { accountId, id }: EventEnvelope,
): Promise<boolean> {
  const values = [uuidFromId(accountId), uuidFromId(id)];
  return (await queryRows('SELECT 1 FROM events WHERE account_id = $1 AND id = $2', values)).length > 0;
}

const READ_STORED_RESPONSES = {
  name: 'idempotency_keys_read',
  text: `SELECT account_id, principal, path, key, fingerprint, answer
    FROM json_to_recordset($1::json) AS needed (account_id uuid, principal text, path text, key text)
    JOIN idempotency_keys USING (account_id, principal, path, key)
    WHERE answer IS NOT NULL AND created_at > now() - interval '${IDEMPOTENCY_KEY_LIFETIME}'`,
};

type KeyRow = Readonly<Record<'account_id' | 'principal' | 'path' | 'key', string>>;

/** By `keyText`. Read under the locks, so that a repeated request finds the response of the first. */
export async function readStoredResponses(
  sql: SqlClient,
  keys: readonly IdempotencyKey[],
): Promise<Map<string, StoredResponse>> {
  if (keys.length === 0) return new Map();
  const values = [JSON.stringify(keys.map(keyRowOf))];
  const rows = await run<KeyRow & { fingerprint: string; answer: JsonObject }>(
    sql,
    READ_STORED_RESPONSES,
    values,
  );
  return new Map(
    rows.map(({ account_id, fingerprint, answer, ...key }) => {
      const accountId = account_id === NO_ACCOUNT ? undefined : idFromUuid('acct', account_id);
      return [keyText({ ...key, accountId, fingerprint }), { fingerprint, response: answer }];
    }),
  );
}

// An expired key is replaced. Its age is measured by the database's clock, which all instances share.
const INSERT_KEYS = {
  name: 'idempotency_keys_insert',
  text: withRowCountCheck(
    `INSERT INTO idempotency_keys AS kept (account_id, principal, path, key, fingerprint, answer, created_at)
    SELECT *, now() FROM json_to_recordset($1::json) AS new (account_id uuid, principal text, path text, key text,
      fingerprint text, answer json)
    ON CONFLICT (account_id, principal, path, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
      WHERE kept.created_at <= now() - interval '${IDEMPOTENCY_KEY_LIFETIME}'`,
    2,
  ),
};

/** Waits for SQL transactions that insert the same keys, in key order. If another was first, the batch runs again. */
export function insertKeys(added: readonly NewIdempotencyKey[]): PreparedQuery[] {
  const sorted = added.map((item) => [keyText(item.key), item] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([, { key, fingerprint, response }]) => ({
    ...keyRowOf(key),
    fingerprint,
    answer: response,
  }));
  const translateError = (error: unknown): unknown =>
    sqlStateOf(error) === ROW_COUNT_MISMATCH
      ? new RetrySqlTransaction('Another request used the same key')
      : error;
  return writing(INSERT_KEYS, rows, rows.length).map((insert) => ({ ...insert, translateError }));
}

const keyRowOf = ({ accountId, principal, path, key }: IdempotencyKey): KeyRow => ({
  account_id: accountId === undefined ? NO_ACCOUNT : uuidFromId(accountId),
  principal,
  path,
  key,
});

/**
 * All changes except the keys, one statement per table. The caller holds the locks on the balances. The balance of every
 * account with events must be among the changes, because its row keeps the head of the log.
 */
export function writeChanges(changes: Omit<Changes, 'keys'>, newestHashes: NewestHashes): PreparedQuery[] {
  const { chained, heads } = chainEvents(changes.events, newestHashes);
  const written = new Set(changes.balances.map(({ accountId }) => accountId));
  for (const accountId of heads.keys())
    if (!written.has(accountId)) throw new Error(`The log head of ${accountId} would not be advanced.`);
  return [
    ...insertTransactions(changes.added),
    ...updateTransactions(changes.changed),
    ...updateBalances(changes.balances, heads),
    ...insertEntries(changes.entries),
    ...insertEvents(chained),
  ];
}

const writing = (
  statement: Pick<PreparedQuery, 'name' | 'text'>,
  rows: readonly object[],
  ...more: readonly number[]
): PreparedQuery[] => (rows.length === 0 ? [] : [{ ...statement, values: [JSON.stringify(rows), ...more] }]);
