import type { EntitySchema, FindOptionsSelect } from 'typeorm';

interface WithMetadata {
  readonly metadata: object;
}

/**
 * What to select where any number of rows is read at once, to be ended, say. Metadata takes up to 8 KiB of each, and much
 * more once it is taken apart: of some ten thousand rows it would fill the memory, and nobody looks at it there.
 */
export function withoutMetadata<Row extends WithMetadata>(rows: EntitySchema<Row>): FindOptionsSelect<Row> {
  const columns = Object.entries(rows.options.columns as Record<string, { readonly select?: boolean }>);
  const selected = columns.filter(([name, { select }]) => name !== 'metadata' && select !== false);
  return Object.fromEntries(selected.map(([name]) => [name, true])) as FindOptionsSelect<Row>;
}
