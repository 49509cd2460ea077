import type { DataSource, EntityManager } from 'typeorm';
import { Interrupted } from './snapshot.js';

export interface BatchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export interface Backfilled {
  readonly accounts: number;
  readonly rows: number;
}

/** The lock on the balance is held for this many rows at a time, so that payments wait only briefly. */
export const BACKFILL_BATCH = 1_000;
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export function stopIfAborted({ signal }: BatchOptions): void {
  if (signal?.aborted === true) throw new Interrupted();
}

/** Keeps other SQL transactions from posting to the account and from writing its events. */
export const lockBalance = (manager: EntityManager, account: string): Promise<unknown> =>
  manager.query('SELECT FROM books WHERE account_id = $1 FOR NO KEY UPDATE', [account]);

/** The next account whose row in `books` meets the condition. Undefined if there are no more. */
export async function findNextAccount(
  dataSource: DataSource,
  condition: string,
  after: string,
): Promise<string | undefined> {
  const [row] = await dataSource.query<{ account_id: string }[]>(
    `SELECT account_id FROM books WHERE account_id > $1 AND (${condition}) ORDER BY account_id LIMIT 1`,
    [after],
  );
  return row?.account_id;
}
