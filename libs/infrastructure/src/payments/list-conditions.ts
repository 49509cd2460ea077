import { type AccountId, type Id, uuidFromId } from '@florin/kernel';
import type { KeysetPosition } from '@florin/payments';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { BY_REFERENCE_HINT, BY_ID_HINT, BY_STATUS_HINT } from '../postgres/partial-index-hints.js';
import type { Condition } from '../postgres/read-page.js';

interface ListFilter {
  readonly accountId?: AccountId | undefined;
  readonly status?: string | undefined;
  readonly reference?: string | undefined;
}

export const conditionsOf = (filter: ListFilter): (Condition | undefined)[] => {
  const { accountId, status, reference } = filter;
  return [
    accountId === undefined ? [allAccountsHint(filter)] : ['account_id = ?', uuidFromId(accountId)],
    status === undefined ? undefined : ['status = ?', status],
    reference === undefined ? undefined : ['reference = ?', reference],
  ];
};

function allAccountsHint({ status, reference }: ListFilter): string {
  if (reference !== undefined) return BY_REFERENCE_HINT;
  return status === undefined ? BY_ID_HINT : BY_STATUS_HINT;
}

/** Keyset pagination: skips index entries of rows that earlier batches have processed. */
export function readAfter<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  [at, id]: readonly [string, string],
  limit: number,
  after: KeysetPosition | undefined,
): Promise<Row[]> {
  if (after !== undefined)
    query.andWhere(`(${at}, ${id}) > (:at, :id)`, { at: after.at, id: uuidFromId(after.id as Id) });
  return query.orderBy(at).addOrderBy(id).limit(limit).getMany();
}
