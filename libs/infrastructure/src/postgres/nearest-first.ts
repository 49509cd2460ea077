import { type CursorRequest, type Id, uuidFromId } from '@florin/kernel';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A keyset read by id: the rows next to the cursor, nearest first, and one more to tell whether there are more. */
export function nearestFirst<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { after, before, limit }: CursorRequest<Id>,
): SelectQueryBuilder<Row> {
  const id = `${query.alias}.id`;
  if (after !== undefined) query.andWhere(`${id} < :after`, { after: uuidFromId(after) });
  if (before !== undefined) query.andWhere(`${id} > :before`, { before: uuidFromId(before) });
  return query.orderBy(id, before === undefined ? 'DESC' : 'ASC').limit(limit + 1);
}
