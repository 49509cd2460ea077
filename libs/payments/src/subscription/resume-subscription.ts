import type { AccountId, Clock, Ids, SubscriptionId } from '@florin/kernel';
import type { CreatePaymentRequest } from '../payment-request/create-payment-request.js';
import type { PaymentsUnitOfWork } from '../stores.js';
import { found } from './get-subscription.js';
import { issueBill } from './issue-bill.js';
import { resume, type Subscription } from './subscription.js';
import type { SubscriptionReader } from './subscription.reader.js';

export class ResumeSubscription {
  constructor(
    private readonly reader: SubscriptionReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly requests: CreatePaymentRequest,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(id: SubscriptionId | undefined, accountId: AccountId | undefined): Promise<Subscription> {
    const seen = found(id === undefined ? undefined : await this.reader.find(id, accountId));
    return this.unitOfWork.run(async (stores) => {
      await stores.payees.hold(seen.accountId);
      await stores.books.share(seen.accountId);
      const subscription = found(await stores.subscriptions.lock(seen.id, seen.accountId));
      if (subscription.status === 'active') return subscription;
      const decision = resume(subscription, this.ids.next('pay'), this.clock.now());
      await stores.subscriptions.save(decision.thing);
      if (decision.bill === undefined) await stores.events.append(decision.events, decision.thing.updatedAt);
      else await issueBill(this.requests, stores, decision);
      return decision.thing;
    });
  }
}
