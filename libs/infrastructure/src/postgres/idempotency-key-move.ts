import type { DataSource } from 'typeorm';

/**
 * Whether instances of the previous release may still store or look for keys of admins and platform keys without an account.
 * Measured from the server's clock, so that it ends at the same time for all instances.
 */
export type IsKeyMoveInProgress = () => boolean;

/** Call it when the schema is migrated. */
export async function readKeyMove(source: DataSource): Promise<IsKeyMoveInProgress> {
  const [move] = await source.query<{ remainingMs: number }[]>(REMAINING);
  const endsAt = performance.now() + (move?.remainingMs ?? 0);
  return () => performance.now() < endsAt;
}

const REMAINING = `SELECT (extract(epoch FROM ends_at - now()) * 1000)::float8 AS "remainingMs" FROM idempotency_key_move`;
