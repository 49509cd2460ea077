import { type DomainEvent, UnitOfWork } from '@florin/kernel';
import type { WebhookDeliveryRepository } from './delivery/webhook-delivery.repository.js';
import type {
  WebhookAccounts,
  WebhookAudit,
  WebhookEndpointRepository,
} from './endpoint/webhook-endpoint.repository.js';

// Lock order: the account, the endpoint, its deliveries, the event log.
export interface WebhooksStores {
  readonly accounts: WebhookAccounts;
  readonly endpoints: WebhookEndpointRepository;
  readonly deliveries: WebhookDeliveryRepository;
  readonly events: { append(events: readonly DomainEvent[], now: Date): Promise<void> };
  readonly audit: WebhookAudit;
}

export abstract class WebhooksUnitOfWork extends UnitOfWork<WebhooksStores> {}
