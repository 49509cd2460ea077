// What somebody with SQL can do to the books behind Florin's back.

export interface Damage {
  readonly description: string;
  readonly sql: string;
  /** The rules it breaks, all of them and no others. */
  readonly codes: readonly string[];
}

/** Entries refuse to be changed, but not to their owner. */
export const unguarded = (sql: string): string =>
  `ALTER TABLE entries DISABLE TRIGGER entries_are_final; ${sql}; ALTER TABLE entries ENABLE TRIGGER entries_are_final`;

/** A settled sale that nothing else refers to. */
export const SALE = `(SELECT id FROM transactions WHERE status = 'succeeded' AND reference LIKE 'sale%' ORDER BY id LIMIT 1)`;
export const OF_SALE = `(SELECT account_id FROM transactions WHERE id = ${SALE})`;
