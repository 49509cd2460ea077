import {
  DomainError,
  type IdempotencyKey,
  type JsonObject,
  requireSameRequest,
  uuidFromId,
} from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import type { Ask } from './commit-outcome.js';
import { sqlStateOf } from './driver-error.js';
import { oldestDeleter } from './retention.js';
import { RunAgain } from './sql-transaction.js';

export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

export const IDEMPOTENCY_KEY_LIFE = '24 hours';

const LOCK_NOT_AVAILABLE = '55P03';

/** Waits for another SQL transaction that holds the key. Returns the stored answer, or undefined when the key is ours. */
export async function claimKey(manager: EntityManager, key: IdempotencyKey): Promise<JsonObject | undefined> {
  const claimed = await manager
    .query<unknown[]>(CLAIM, [...primaryKey(key), key.fingerprint])
    .catch((error: unknown) => {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new DomainError('conflict', 'A request with this Idempotency-Key is still under way.');
    });
  if (claimed.length > 0) return undefined;
  type Kept = { fingerprint: string; answer: JsonObject | null };
  const [kept] = await manager.query<Kept[]>(READ, primaryKey(key));
  if (kept === undefined || kept.answer === null) throw new RunAgain('The idempotency key changed hands');
  requireSameRequest(key, kept);
  return kept.answer;
}

export async function keepAnswer(
  manager: EntityManager,
  key: IdempotencyKey,
  answer: JsonObject,
): Promise<void> {
  await manager.query(KEEP, [...primaryKey(key), JSON.stringify(answer)]);
}

/** Whether exactly this answer is stored: that of another attempt contains other ids. */
export async function isKept(ask: Ask, key: IdempotencyKey, answer: JsonObject): Promise<boolean> {
  const rows = await ask(FIND, [...primaryKey(key), JSON.stringify(answer)]);
  return rows.length > 0;
}

export const deleteExpiredKeys = oldestDeleter({
  table: 'idempotency_keys',
  key: 'ctid',
  column: 'created_at',
  kept: IDEMPOTENCY_KEY_LIFE,
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
    WHERE held.created_at <= now() - interval '${IDEMPOTENCY_KEY_LIFE}'
  RETURNING 1`;

const BY_KEY = 'WHERE account_id = $1 AND principal = $2 AND path = $3 AND key = $4';
const READ = `SELECT fingerprint, answer FROM idempotency_keys ${BY_KEY}`;
const KEEP = `UPDATE idempotency_keys SET answer = $5 ${BY_KEY}`;
const FIND = `SELECT 1 FROM idempotency_keys ${BY_KEY} AND answer::jsonb = $5::jsonb`;
