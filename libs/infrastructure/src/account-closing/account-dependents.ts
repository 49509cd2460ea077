import type { AccountDependents, Actor, ClosedAccount } from '@florin/accounts';
import { type IdentityStores, terminateAccess } from '@florin/identity';
import { type Ids, uuidFromId } from '@florin/kernel';
import {
  BILLED_STATUSES,
  cancelPausedSubscriptions,
  cancelPendingRequests,
  type PaymentsStores,
} from '@florin/payments';
import { type EntityManager, In } from 'typeorm';
import { identityStores } from '../identity/identity-stores.js';
import { paymentsStores } from '../payments/payments-stores.js';
import { RefundEntity } from '../payments/refund.entity.js';
import { SubscriptionEntity } from '../payments/subscription.entity.js';

/** The caller holds the locks on the account and its balance. The other locks are taken in this order, against deadlocks. */
export async function terminateDependents(
  { identity, payments }: { readonly identity: IdentityStores; readonly payments: PaymentsStores },
  ids: Ids,
  { id, closedAt }: ClosedAccount,
  by: Actor,
): Promise<void> {
  await terminateAccess(identity, ids, { accountId: id, by, now: closedAt });
  await cancelPendingRequests(payments, id, closedAt);
  await cancelPausedSubscriptions(payments, id, closedAt);
}

export function accountDependents(manager: EntityManager, ids: Ids, actor: string): AccountDependents {
  const stores = { identity: identityStores(manager), payments: paymentsStores(manager, ids, actor) };
  return {
    hasActiveSubscriptions: (accountId) =>
      manager.existsBy(SubscriptionEntity, { accountId, status: In([...BILLED_STATUSES]) }),
    hasPendingRefunds: (accountId) => manager.existsBy(RefundEntity, { accountId, status: 'pending' }),
    async isCollectingPayments(accountId) {
      const [row] = await manager.query<{ asked: boolean }[]>(HAS_OPEN_REQUESTS, [uuidFromId(accountId)]);
      return row?.asked === true;
    },
    terminate: (account, actor) => terminateDependents(stores, ids, account, actor),
  };
}

/** A request that can still be paid, or a subscription that may issue one. */
const HAS_OPEN_REQUESTS = `
  SELECT EXISTS (SELECT 1 FROM payment_requests WHERE account_id = $1 AND status = 'pending')
    OR EXISTS (SELECT 1 FROM subscriptions WHERE account_id = $1 AND status <> 'canceled') AS asked`;
