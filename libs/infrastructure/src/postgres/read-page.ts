import { type CursorPage, cursorPage, type CursorRequest, type Id, uuidFromId } from '@florin/kernel';
import type { DataSource, EntitySchema } from 'typeorm';
import { instantsOf, selectListOf } from './columns.js';

export type Condition = readonly [sql: string, ...values: unknown[]];

// Keyset pagination by id, or another column with ids. Not a named statement, so that the planner sees the values and uses
// partial indexes. The page is one JSON value, because pg parses each column of each row separately.
export async function readPage<Row extends object, Item>(
  dataSource: DataSource,
  entity: EntitySchema<Row>,
  conditions: readonly (Condition | undefined)[],
  request: CursorRequest<Id>,
  itemOf: (row: Row) => Item,
  key = 'id',
): Promise<CursorPage<Item>> {
  const { after, before, limit } = request;
  const all = [
    ...conditions,
    after && ([`${key} < ?`, uuidFromId(after)] as const),
    before && ([`${key} > ?`, uuidFromId(before)] as const),
  ].filter((condition) => condition !== undefined);
  const { text, values } = conjunctionOf(all);
  const order = before === undefined ? 'DESC' : 'ASC';
  const [{ page }] = await dataSource.query<[{ page: Row[] | null }]>(
    `SELECT json_agg(page) AS page FROM (
      SELECT ${selectListOf(entity)} FROM ${entity.options.tableName} ${text} ORDER BY ${key} ${order} LIMIT ${limit + 1}
    ) AS page`,
    values,
  );
  const instants = instantsOf(entity);
  return cursorPage(
    request,
    (page ?? []).map((row) => itemOf(withDates(row, instants))),
  );
}

function conjunctionOf(conditions: readonly Condition[]): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts = conditions.map(([sql, ...own]) => {
    let next = 0;
    return sql.replaceAll('?', () => `$${values.push(own[next++])}`);
  });
  return { text: texts.length === 0 ? '' : `WHERE ${texts.join(' AND ')}`, values };
}

function withDates<Row extends object>(row: Row, instants: readonly string[]): Row {
  const fields = row as Record<string, unknown>;
  for (const name of instants) if (fields[name] !== null) fields[name] = new Date(fields[name] as string);
  return row;
}
