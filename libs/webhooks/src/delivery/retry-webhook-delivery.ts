import type { AccountId, Clock, WebhookDeliveryId } from '@florin/kernel';
import type { WebhooksUnitOfWork } from '../stores.js';
import { deliveryNotFound } from './get-webhook-delivery.js';
import { sendAgain, type WebhookDelivery } from './webhook-delivery.js';

export class RetryWebhookDelivery {
  constructor(
    private readonly unitOfWork: WebhooksUnitOfWork,
    private readonly clock: Clock,
  ) {}

  execute(
    id: WebhookDeliveryId | undefined,
    accountId: AccountId | undefined,
    actor?: string,
  ): Promise<WebhookDelivery> {
    return this.unitOfWork.run(async ({ deliveries }) => {
      const found = id === undefined ? undefined : await deliveries.lock(id, accountId);
      if (found === undefined) throw deliveryNotFound();
      const delivery = sendAgain(found.delivery, found.endpoint, this.clock.now());
      await deliveries.save(delivery);
      return delivery;
    }, actor);
  }
}
