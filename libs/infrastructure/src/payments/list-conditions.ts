import { type AccountId, uuidFromId } from '@florin/kernel';
import { BY_REFERENCE_HINT, BY_ID_HINT, BY_STATUS_HINT } from '../postgres/partial-index-hints.js';
import type { Condition } from '../postgres/read-page.js';

interface Restrictions {
  readonly accountId?: AccountId | undefined;
  readonly status?: string | undefined;
  readonly reference?: string | undefined;
}

/** Payment requests and subscriptions are filtered by the same columns and have the same indexes for it. */
export const conditionsOf = (restrictions: Restrictions): (Condition | undefined)[] => {
  const { accountId, status, reference } = restrictions;
  return [
    accountId === undefined ? [overAllAccounts(restrictions)] : ['account_id = ?', uuidFromId(accountId)],
    status === undefined ? undefined : ['status = ?', status],
    reference === undefined ? undefined : ['reference = ?', reference],
  ];
};

function overAllAccounts({ status, reference }: Restrictions): string {
  if (reference !== undefined) return BY_REFERENCE_HINT;
  return status === undefined ? BY_ID_HINT : BY_STATUS_HINT;
}
