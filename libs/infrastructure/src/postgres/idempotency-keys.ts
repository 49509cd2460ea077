import {
  DomainError,
  type IdempotencyKey,
  type JsonObject,
  placesOf,
  requireSameRequest,
  uuidFromId,
} from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import type { QueryRows } from './commit-outcome.js';
import { sqlStateOf } from './driver-error.js';
import { createExpiredRowDeleter } from './retention.js';
import { RetrySqlTransaction } from './sql-transaction.js';

export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

export const IDEMPOTENCY_KEY_LIFETIME = '24 hours';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Waits for another SQL transaction that holds the key. Returns the stored response; undefined when the key is new. A response
 * that only the copy has is stored with the key too.
 */
export async function claimKey(manager: EntityManager, key: IdempotencyKey): Promise<JsonObject | undefined> {
  const claimed: IdempotencyKey[] = [];
  for (const place of placesOf(key)) {
    const response = await claimPlace(manager, place);
    if (response === undefined) claimed.push(place);
    else {
      await storeIn(manager, claimed, response);
      return response;
    }
  }
  return undefined;
}

async function claimPlace(manager: EntityManager, key: IdempotencyKey): Promise<JsonObject | undefined> {
  const claimed = await manager
    .query<unknown[]>(CLAIM, [...primaryKey(key), key.fingerprint])
    .catch((error: unknown) => {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new DomainError('conflict', 'A request with this Idempotency-Key is still in progress.');
    });
  if (claimed.length > 0) return undefined;
  type StoredKey = { fingerprint: string; answer: JsonObject | null };
  const [stored] = await manager.query<StoredKey[]>(READ, primaryKey(key));
  if (stored === undefined || stored.answer === null)
    throw new RetrySqlTransaction('Another SQL transaction released the idempotency key');
  requireSameRequest(key, stored);
  return stored.answer;
}

export const storeResponse = (
  manager: EntityManager,
  key: IdempotencyKey,
  response: JsonObject,
): Promise<void> => storeIn(manager, placesOf(key), response);

async function storeIn(
  manager: EntityManager,
  places: readonly IdempotencyKey[],
  response: JsonObject,
): Promise<void> {
  for (const place of places) await manager.query(STORE, [...primaryKey(place), JSON.stringify(response)]);
}

/**
 * Whether exactly this response is stored: that of another attempt contains other ids. Inserting the key waits for a session
 * that has inserted it; the caller rolls back.
 */
export async function isResponseStored(
  queryRows: QueryRows,
  key: IdempotencyKey,
  response: JsonObject,
  waitForWriter = false,
): Promise<boolean> {
  if (waitForWriter) await queryRows(CLAIM, [...primaryKey(key), key.fingerprint]);
  const rows = await queryRows(FIND, [...primaryKey(key), JSON.stringify(response)]);
  return rows.length > 0;
}

export const deleteExpiredKeys = createExpiredRowDeleter({
  table: 'idempotency_keys',
  key: 'ctid',
  column: 'created_at',
  retentionPeriod: IDEMPOTENCY_KEY_LIFETIME,
});

const primaryKey = ({ accountId, principal, path, key }: IdempotencyKey): string[] => [
  accountId === undefined ? NO_ACCOUNT : uuidFromId(accountId),
  principal,
  path,
  key,
];

const CLAIM = `
  INSERT INTO idempotency_keys AS held (account_id, principal, path, key, fingerprint, created_at)
  VALUES ($1, $2, $3, $4, $5, now())
  ON CONFLICT (account_id, principal, path, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, answer = NULL, created_at = excluded.created_at
    WHERE excluded.created_at - held.created_at >= interval '${IDEMPOTENCY_KEY_LIFETIME}'
  RETURNING 1`;

const BY_KEY = 'WHERE account_id = $1 AND principal = $2 AND path = $3 AND key = $4';
const READ = `SELECT fingerprint, answer FROM idempotency_keys ${BY_KEY}`;
const STORE = `UPDATE idempotency_keys SET answer = $5 ${BY_KEY}`;
const FIND = `SELECT 1 FROM idempotency_keys ${BY_KEY} AND answer::jsonb = $5::jsonb`;
