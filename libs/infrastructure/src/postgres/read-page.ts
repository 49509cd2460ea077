import { type CursorPage, cursorPage, type CursorRequest, type Id, uuidFromId } from '@florin/kernel';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A keyset read by id: the rows next to the cursor, nearest first, and one more to tell whether there are more. */
export async function readPage<Row extends ObjectLiteral, Item>(
  query: SelectQueryBuilder<Row>,
  request: CursorRequest<Id>,
  itemOf: (row: Row) => Item,
): Promise<CursorPage<Item>> {
  const { after, before, limit } = request;
  const id = `${query.alias}.id`;
  if (after !== undefined) query.andWhere(`${id} < :after`, { after: uuidFromId(after) });
  if (before !== undefined) query.andWhere(`${id} > :before`, { before: uuidFromId(before) });
  query.orderBy(id, before === undefined ? 'DESC' : 'ASC').limit(limit + 1);
  return cursorPage(request, (await query.getMany()).map(itemOf));
}
