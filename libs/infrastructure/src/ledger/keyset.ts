import { type CursorPage, cursorPage, type CursorRequest, type Id, uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';

export interface KeysetQuery {
  readonly table: string;
  readonly columns: string;
  /** Fixed conditions. Their values are literals of closed sets, never of a caller's making. */
  readonly conditions?: readonly string[];
  readonly accountId?: Id | undefined;
  /** The ids between which to look: from the first on, and before the second. */
  readonly from?: Id | undefined;
  readonly until?: Id | undefined;
}

/**
 * A page of a list in the order of ids, which is the order of creation. It begins at the cursor in an index on
 * `(account_id, id)` or `(id)` and reads no more rows than it answers, however long the list is.
 */
export async function readKeysetPage<Item>(
  dataSource: DataSource,
  query: KeysetQuery,
  request: CursorRequest<Id>,
  // Only this knows what rows such columns make.
  itemOf: (row: never) => Item,
): Promise<CursorPage<Item>> {
  const conditions = [...(query.conditions ?? [])];
  const values: unknown[] = [];
  const bound = (comparison: string, id: Id | undefined): void => {
    if (id !== undefined) conditions.push(`${comparison} $${values.push(uuidFromId(id))}`);
  };
  bound('account_id =', query.accountId);
  bound('id >=', query.from);
  bound('id <', query.until);
  bound('id <', request.after);
  bound('id >', request.before);

  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const order = request.before === undefined ? 'DESC' : 'ASC';
  const text = `SELECT ${query.columns} FROM ${query.table} ${where} ORDER BY id ${order} LIMIT ${request.limit + 1}`;
  const rows = await dataSource.query<never[]>(text, values);
  return cursorPage(request, rows.map(itemOf));
}
