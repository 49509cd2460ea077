import type { AccountId, Clock, SubscriptionId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { requireSubscription } from './get-subscription.js';
import { issueBill } from './issue-bill.js';
import { lockOpenRequests } from './open-requests.js';
import { resume, type Subscription } from './subscription.js';
import type { SubscriptionReader } from './subscription.reader.js';

export class ResumeSubscription {
  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly createPaymentRequest: CreatePaymentRequest,
    private readonly clock: Clock,
  ) {}

  async execute(
    id: SubscriptionId | undefined,
    accountId: AccountId | undefined,
    actor?: string,
  ): Promise<Subscription> {
    const existing = requireSubscription(
      id === undefined ? undefined : await this.reader.find(id, accountId),
    );
    return this.unitOfWork.run(async (stores) => {
      await stores.payees.lockShared(existing.accountId);
      const ids = await stores.balances.lockForInsert(existing.accountId);
      const subscription = requireSubscription(
        await stores.subscriptions.lock(existing.id, existing.accountId),
      );
      if (subscription.status === 'active') return subscription;
      const decision = resume(subscription, ids.next('pay'), this.clock.now());
      await requireNoChargeInProgress(stores, subscription);
      await stores.subscriptions.save(decision.state);
      if (decision.bill === undefined) await stores.events.append(decision.events, decision.state.updatedAt);
      else await issueBill(this.createPaymentRequest, stores, decision);
      return decision.state;
    }, actor);
  }
}

/** If the charge is approved, it pays for the current period; a new one would bill the same days again. */
async function requireNoChargeInProgress(stores: PaymentsStores, subscription: Subscription): Promise<void> {
  const open = await lockOpenRequests(stores, subscription);
  if (open.some(({ charging }) => charging))
    throw refusal('conflict', 'A charge for this subscription is in progress. Try again after it has ended.');
}
