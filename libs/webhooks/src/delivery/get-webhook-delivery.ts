import type { AccountId, WebhookDeliveryId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { WebhookDeliveryReader } from './webhook-delivery.reader.js';
import type { WebhookDelivery } from './webhook-delivery.js';

export class GetWebhookDelivery {
  constructor(private readonly reader: WebhookDeliveryReader) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(
    id: WebhookDeliveryId | undefined,
    accountId: AccountId | undefined,
  ): Promise<WebhookDelivery> {
    const delivery = id === undefined ? undefined : await this.reader.find(id, accountId);
    if (delivery === undefined) throw deliveryNotFound();
    return delivery;
  }
}

export const deliveryNotFound = () => refusal('not_found', 'There is no such webhook delivery.');
