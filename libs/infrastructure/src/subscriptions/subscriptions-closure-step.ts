import { uuidFromId } from '@florin/kernel';
import { BILLED_STATUSES, cancelPausedSubscriptions, type PaymentsStores } from '@florin/payments';
import { type EntityManager, In } from 'typeorm';
import type { ClosureStep } from '../accounts/closure-steps.js';
import { SubscriptionRows } from './subscription.row.js';

/**
 * An account whose customers are still asked for money is not closed; the subscriptions that only rest end with it.
 * Nobody can start or resume one meanwhile: whoever asks a customer holds the account, which the closure has locked.
 */
export const subscriptionsClosureStep = (manager: EntityManager, stores: PaymentsStores): ClosureStep => ({
  hasActiveSubscriptions: (accountId) =>
    manager.existsBy(SubscriptionRows, {
      accountId: uuidFromId(accountId),
      status: In([...BILLED_STATUSES]),
    }),
  terminate: ({ id, closedAt }) => cancelPausedSubscriptions(stores, id, closedAt),
});
