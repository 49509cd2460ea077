import { idFromUuid, type IdempotencyKey, type JsonObject, uuidFromId } from '@florin/kernel';
import { type Balance, keyText, type NewIdempotencyKey, type StoredResponse } from '@florin/ledger';
import type { AccountShards } from '../postgres/account-shards.js';
import { sqlStateOf } from '../postgres/driver-error.js';
import { IDEMPOTENCY_KEY_LIFETIME, NO_ACCOUNT } from '../postgres/idempotency-keys.js';
import { type PreparedQuery, ROW_COUNT_MISMATCH, withRowCountCheck } from '../postgres/named-query.js';
import { RetrySqlTransaction } from '../postgres/sql-transaction.js';
import type { LockedBalances } from './ledger.sql.js';
import { inShardOf, type Routable } from './routed-statement.js';
import { pipeline, run, type SqlClient } from './sql-client.js';

// The statements of postgres/idempotency-keys.ts for a batch of keys.

const READ_TEXT = `SELECT account_id, principal, path, key, fingerprint, answer
    FROM json_to_recordset($1::json) AS needed (account_id uuid, principal text, path text, key text)
    JOIN idempotency_keys USING (account_id, principal, path, key)
    WHERE answer IS NOT NULL AND created_at > now() - interval '${IDEMPOTENCY_KEY_LIFETIME}'`;

const READ_STORED_RESPONSES: Routable = {
  plain: { name: 'idempotency_keys_read', text: READ_TEXT },
  routed: {
    name: 'idempotency_keys_read_routed',
    text: `${READ_TEXT} AND ${inShardOf('idempotency_keys.account_id', 2)}`,
  },
};

const accountsOf = (rows: readonly KeyRow[]): string[] => [
  ...new Set(rows.map(({ account_id }) => account_id)),
];

type KeyRow = Readonly<Record<'account_id' | 'principal' | 'path' | 'key', string>>;

/** By `keyText`. Read under the locks, so that a repeated request finds the response of the first. */
export async function readStoredResponses(
  sql: SqlClient,
  keys: readonly IdempotencyKey[],
): Promise<Map<string, StoredResponse>> {
  type Row = KeyRow & { fingerprint: string; answer: JsonObject };
  const { areDistributed } = sql.shards;
  const groups = sql.shards.groupsOf(keys.map(keyRowOf), ({ account_id }) => account_id);
  const results = groups.map((group) =>
    areDistributed
      ? run<Row>(sql, READ_STORED_RESPONSES.routed, [JSON.stringify(group), accountsOf(group)])
      : run<Row>(sql, READ_STORED_RESPONSES.plain, [JSON.stringify(group)]),
  );
  const rows = (await pipeline(results)).flat();
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

// On Citus an expired key is deleted first: the condition of ON CONFLICT is limited there, and a count would need a second
// node.
const DELETE_EXPIRED_KEYS = {
  name: 'idempotency_keys_delete_expired_routed',
  text: `DELETE FROM idempotency_keys AS kept USING json_to_recordset($1::json)
      AS new (account_id uuid, principal text, path text, key text)
    WHERE kept.account_id = new.account_id AND kept.principal = new.principal AND kept.path = new.path
      AND kept.key = new.key AND ${inShardOf('kept.account_id', 2)}
      AND kept.created_at <= now() - interval '${IDEMPOTENCY_KEY_LIFETIME}'`,
};

// Joins the balances, like the other inserts. They must be locked, because a key without one would be left out.
const INSERT_KEYS_ROUTED = {
  name: 'idempotency_keys_insert_routed',
  text: `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, answer, created_at)
    SELECT books.account_id, new.principal, new.path, new.key, new.fingerprint, new.answer, now()
    FROM books JOIN json_to_recordset($1::json) AS new (account_id uuid, principal text, path text, key text,
      fingerprint text, answer json) ON new.account_id = books.account_id
    WHERE books.account_id = ANY ($2::uuid[])`,
};

// For a key without a balance. A row of VALUES is executed on the node of its shard.
const INSERT_KEY = {
  name: 'idempotency_key_insert_routed',
  text: `INSERT INTO idempotency_keys (account_id, principal, path, key, fingerprint, answer, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, now())`,
};

/** Waits for SQL transactions that insert the same keys, in key order. If another was first, the batch runs again. */
export function insertKeys(
  shards: AccountShards,
  added: readonly NewIdempotencyKey[],
  { balances }: Pick<LockedBalances, 'balances'>,
): PreparedQuery[] {
  if (added.length === 0) return [];
  const sorted = added.map((item) => [keyText(item.key), item] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([, { key, fingerprint, response }]) => ({
    ...keyRowOf(key),
    fingerprint,
    answer: response,
  }));
  const translateError = (error: unknown): unknown =>
    IS_KEY_TAKEN.has(sqlStateOf(error) ?? '')
      ? new RetrySqlTransaction('Another request used the same key')
      : error;
  const queries = shards.areDistributed
    ? shards
        .groupsOf(rows, ({ account_id }) => account_id)
        .flatMap((group) => insertKeysOfShard(group, balances))
    : [{ ...INSERT_KEYS, values: [JSON.stringify(rows), rows.length] }];
  return queries.map((insert) => ({ ...insert, translateError }));
}

type NewKeyRow = KeyRow & { readonly fingerprint: string; readonly answer: JsonObject };

/** The count of plain PostgreSQL, or the primary key. */
const IS_KEY_TAKEN: ReadonlySet<string> = new Set([ROW_COUNT_MISMATCH, '23505']);

function insertKeysOfShard(rows: readonly NewKeyRow[], balances: readonly Balance[]): PreparedQuery[] {
  const locked = new Set<string>(balances.map(({ accountId }) => uuidFromId(accountId)));
  const withBalance = rows.filter(({ account_id }) => locked.has(account_id));
  const others = rows.filter(({ account_id }) => !locked.has(account_id));
  const ofRows = (some: readonly NewKeyRow[]) => [JSON.stringify(some), accountsOf(some)];
  return [
    { ...DELETE_EXPIRED_KEYS, values: ofRows(rows) },
    ...(withBalance.length === 0 ? [] : [{ ...INSERT_KEYS_ROUTED, values: ofRows(withBalance) }]),
    ...others.map(({ account_id, principal, path, key, fingerprint, answer }) => ({
      ...INSERT_KEY,
      values: [account_id, principal, path, key, fingerprint, JSON.stringify(answer)],
    })),
  ];
}

const keyRowOf = ({ accountId, principal, path, key }: IdempotencyKey): KeyRow => ({
  account_id: accountId === undefined ? NO_ACCOUNT : uuidFromId(accountId),
  principal,
  path,
  key,
});
