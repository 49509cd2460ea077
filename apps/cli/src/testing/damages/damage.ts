// Damage that direct SQL access can do to the ledger.

export interface Damage {
  readonly description: string;
  readonly sql: string;
  /** Exactly the rules that it breaks. */
  readonly codes: readonly string[];
}

/** Disables the trigger that rejects changes of entries. */
export const unguarded = (sql: string): string =>
  `ALTER TABLE entries DISABLE TRIGGER entries_are_final; ${sql}; ALTER TABLE entries ENABLE TRIGGER entries_are_final`;

/** A settled sale without references to it. */
export const SALE = `(SELECT id FROM transactions WHERE status = 'succeeded' AND reference LIKE 'sale%' ORDER BY id LIMIT 1)`;
export const OF_SALE = `(SELECT account_id FROM transactions WHERE id = ${SALE})`;
