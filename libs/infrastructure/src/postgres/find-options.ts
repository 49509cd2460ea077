import type { Id } from '@florin/kernel';
import { type EntitySchema, type FindOperator, type FindOptionsSelect, MoreThan } from 'typeorm';

/** Weaker than FOR UPDATE: rows that refer to a locked row by its key can still be written. */
export const ROW_LOCK = { mode: 'for_no_key_update' } as const;

/** Rows of one statement. A larger one could exceed its timeout, and would do so again on every retry. */
export const BATCH_ROWS = 2_000;

export function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += BATCH_ROWS) yield items.slice(from, from + BATCH_ROWS);
}

/** For TypeORM's `where`: rows after an id, in the order of ids. */
export const afterId = <Key extends Id>(id: Key | undefined): { id?: FindOperator<Key> } =>
  id === undefined ? {} : { id: MoreThan(id) };

/** For reads of any number of rows: metadata takes up to 8 KiB of each, and more once it is parsed. */
export function withoutMetadata<Row extends { readonly metadata: object }>({
  options,
}: EntitySchema<Row>): FindOptionsSelect<Row> {
  const columns = Object.entries(options.columns as Record<string, { readonly select?: boolean }>);
  const selected = columns.filter(([name, { select }]) => name !== 'metadata' && select !== false);
  return Object.fromEntries(selected.map(([name]) => [name, true])) as FindOptionsSelect<Row>;
}
