import type { Id } from '@florin/kernel';
import { type EntitySchema, type FindOperator, type FindOptionsSelect, MoreThan } from 'typeorm';
import { selectedColumnsOf } from './columns.js';

/** Weaker than FOR UPDATE: rows with a foreign key to the locked row can still be inserted. */
export const ROW_LOCK = { mode: 'for_no_key_update' } as const;

/** A larger statement could exceed the statement timeout on every retry. */
export const BATCH_ROWS = 2_000;

export function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += BATCH_ROWS) yield items.slice(from, from + BATCH_ROWS);
}

export const afterId = <Key extends Id>(id: Key | undefined): { id?: FindOperator<Key> } =>
  id === undefined ? {} : { id: MoreThan(id) };

/** Metadata takes up to 8 KiB per row, and more when parsed. */
export function withoutMetadata<Row extends { readonly metadata: object }>(
  entity: EntitySchema<Row>,
  ...others: readonly (keyof Row & string)[]
): FindOptionsSelect<Row> {
  const skipped: readonly string[] = ['metadata', ...others];
  const names = selectedColumnsOf(entity).map(([name]) => name);
  return Object.fromEntries(
    names.filter((name) => !skipped.includes(name)).map((name) => [name, true]),
  ) as FindOptionsSelect<Row>;
}
