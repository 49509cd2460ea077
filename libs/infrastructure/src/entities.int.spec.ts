import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../test/support/open-database.js';

const COLUMNS = `
  SELECT relation.relname AS "table", attribute.attname AS name,
         format_type(attribute.atttypid, attribute.atttypmod) AS type, NOT attribute.attnotnull AS "isNullable",
         coalesce(attribute.attnum = ANY (key.indkey), false) AS "isPrimary"
  FROM pg_class relation
  JOIN pg_attribute attribute ON attribute.attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_index key ON key.indrelid = relation.oid AND key.indisprimary
  WHERE relation.relkind IN ('r', 'p') AND relation.relnamespace = current_schema()::regnamespace
    AND relation.relname <> 'migrations'`;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isPrimary: boolean;
}

const sorted = (columns: readonly Column[]): string[] =>
  columns
    .map(({ table, name, type, isNullable, isPrimary }) =>
      [`${table}.${name}`, type, ...(isNullable ? ['null'] : []), ...(isPrimary ? ['primary'] : [])].join(
        ' ',
      ),
    )
    .sort();

describe('entities', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
  });

  /** The type as `format_type` prints it. */
  const typeOf = ({
    type,
    length,
    precision,
    isArray,
  }: {
    type: unknown;
    length: string;
    precision?: number | null;
    isArray: boolean;
  }) => {
    if (isArray) return `${String(type)}[]`;
    if (type === 'timestamptz') return `timestamp(${precision}) with time zone`;
    return length === ''
      ? String(type)
      : `${String(type).replace('varchar', 'character varying')}(${length})`;
  };

  it('match the columns of the migrated database', async () => {
    const declared = dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
      columns.map((column) => ({
        table: tableName,
        name: column.databaseName,
        type: typeOf(column),
        isNullable: column.isNullable,
        isPrimary: column.isPrimary,
      })),
    );
    const migrated = await dataSource.query<Column[]>(COLUMNS);
    expect(migrated.length).toBeGreaterThan(100);
    expect(sorted(declared)).toEqual(sorted(migrated));
  });
});
