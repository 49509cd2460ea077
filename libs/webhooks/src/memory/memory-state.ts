import type { AccountId, EventEnvelope, WebhookDeliveryId, WebhookEndpointId } from '@florin/kernel';
import type { StoredResponse } from '@florin/kernel/memory';
import type { WebhookDelivery } from '../delivery/webhook-delivery.js';
import type { DisableReason, WebhookEndpoint } from '../endpoint/webhook-endpoint.js';

interface MemoryAuditEntry {
  readonly endpointId: WebhookEndpointId;
  readonly reason: DisableReason;
  readonly at: Date;
}

/** Values are never changed in place, so a copy of the maps is a snapshot. */
export class MemoryState {
  constructor(
    readonly openAccounts = new Set<AccountId>(),
    readonly endpoints = new Map<WebhookEndpointId, WebhookEndpoint>(),
    readonly deliveries = new Map<WebhookDeliveryId, WebhookDelivery>(),
    /** Until when a delivery is claimed. */
    readonly claims = new Map<WebhookDeliveryId, Date>(),
    readonly events: EventEnvelope[] = [],
    readonly audit: MemoryAuditEntry[] = [],
    readonly responses = new Map<string, StoredResponse>(),
  ) {}

  copy(): MemoryState {
    return new MemoryState(
      new Set(this.openAccounts),
      new Map(this.endpoints),
      new Map(this.deliveries),
      new Map(this.claims),
      [...this.events],
      [...this.audit],
      new Map(this.responses),
    );
  }
}
