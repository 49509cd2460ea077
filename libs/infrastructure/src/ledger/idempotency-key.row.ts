import { type AccountId, idFromUuid, type IdempotencyKey, type JsonObject, uuidFromId } from '@florin/kernel';
import { type KeptAnswer, keyText, type NewKey } from '@florin/ledger';
import { jsonColumn, textColumn, wordColumn } from '../postgres/array-columns.js';
import { sqlStateOf } from '../postgres/driver-error.js';
import { IDEMPOTENCY_KEY_LIFE, NO_ACCOUNT } from '../postgres/idempotency-keys.js';
import { counted, type Prepared, WRONG_COUNT } from '../postgres/named-query.js';
import { RunAgain } from '../postgres/sql-transaction.js';
import { run, type SqlClient } from './sql-client.js';

interface KeyRow {
  account_id: string;
  principal: string;
  path: string;
  key: string;
  fingerprint: string;
  answer: JsonObject;
}

const READ = {
  name: 'idempotency_keys_read',
  text: `SELECT account_id, principal, path, key, fingerprint, answer
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS needed (account_id, principal, path, key)
    JOIN idempotency_keys USING (account_id, principal, path, key)
    WHERE answer IS NOT NULL AND created_at > now() - interval '${IDEMPOTENCY_KEY_LIFE}'`,
};

/** Answers kept under these keys, by `keyText`. Read under the locks on the books, so that a repeat sees the first. */
export async function readAnswers(
  sql: SqlClient,
  keys: readonly IdempotencyKey[],
): Promise<Map<string, KeptAnswer>> {
  if (keys.length === 0) return new Map();
  const rows = await run<KeyRow>(sql, READ, primaryKeys(keys));
  return new Map(
    rows.map(({ fingerprint, answer, ...row }) => [keyText(keyOf(row)), { fingerprint, answer }]),
  );
}

// A key past its life is as good as new. Its life is measured by the server's clock, which all instances share.
const INSERT = {
  name: 'idempotency_keys_insert',
  text: counted(
    `INSERT INTO idempotency_keys AS kept (account_id, principal, path, key, fingerprint, answer, created_at)
    SELECT *, now() FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::json[])
    ON CONFLICT (account_id, principal, path, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
      WHERE kept.created_at <= now() - interval '${IDEMPOTENCY_KEY_LIFE}'`,
    7,
  ),
};

/**
 * Keeps new answers. Waits for others who are keeping one under the same key, all in one order; when one of them was
 * first, the whole batch has to be decided again in the light of that answer.
 */
export function insertionOfKeys(added: readonly NewKey[]): Prepared[] {
  if (added.length === 0) return [];
  const texts = new Map(added.map((item) => [item, keyText(item.key)]));
  const sorted = added.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
  const values = [
    ...primaryKeys(sorted.map(({ key }) => key)),
    textColumn(sorted, ({ fingerprint }) => fingerprint),
    jsonColumn(sorted, ({ answer }) => answer),
    added.length,
  ];
  return [{ ...INSERT, values, meaning: anotherWasFirst }];
}

const anotherWasFirst = (error: unknown): unknown =>
  sqlStateOf(error) === WRONG_COUNT
    ? new RunAgain('Another request kept its answer under the same key')
    : error;

const primaryKeys = (keys: readonly IdempotencyKey[]): string[] => [
  wordColumn(keys, ({ accountId }) => (accountId === undefined ? NO_ACCOUNT : uuidFromId(accountId))),
  textColumn(keys, ({ principal }) => principal),
  textColumn(keys, ({ path }) => path),
  textColumn(keys, ({ key }) => key),
];

const keyOf = (row: Omit<KeyRow, 'fingerprint' | 'answer'>): IdempotencyKey => ({
  accountId: accountOf(row.account_id),
  principal: row.principal,
  path: row.path,
  key: row.key,
  fingerprint: '',
});

const accountOf = (uuid: string): AccountId | undefined =>
  uuid === NO_ACCOUNT ? undefined : idFromUuid('acct', uuid);
