import { type AccountId, uuidFromId } from '@florin/kernel';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  OF_A_REFERENCE_OVER_ALL_ACCOUNTS,
  OVER_ALL_ACCOUNTS,
  RARE_OVER_ALL_ACCOUNTS,
} from '../postgres/over-all-accounts.js';

interface Restrictions {
  readonly accountId?: AccountId | undefined;
  readonly status?: string | undefined;
  readonly reference?: string | undefined;
}

/** Leaves those of a list that are meant. Payment requests and subscriptions have the same columns and indexes for it. */
export function restrict<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  restrictions: Restrictions,
): void {
  const { alias } = query;
  const { accountId, status, reference } = restrictions;
  if (accountId === undefined) query.where(`${alias}.${overAllAccounts(restrictions)}`);
  else query.where(`${alias}.accountId = :accountId`, { accountId: uuidFromId(accountId) });
  if (status !== undefined) query.andWhere(`${alias}.status = :status`, { status });
  if (reference !== undefined) query.andWhere(`${alias}.reference = :reference`, { reference });
}

function overAllAccounts({ status, reference }: Restrictions): string {
  if (reference !== undefined) return OF_A_REFERENCE_OVER_ALL_ACCOUNTS;
  return status === undefined ? OVER_ALL_ACCOUNTS : RARE_OVER_ALL_ACCOUNTS;
}
