import type { Ids, WebhookDeliveryId } from '@florin/kernel';
import { MemoryUnitOfWork, SystemIds } from '@florin/kernel/memory';
import { type ClaimedDelivery, DeliveryQueue } from '../delivery/delivery-queue.js';
import type { WebhooksStores } from '../stores.js';
import { addDeliveries, claim, deliveriesOn } from './memory-deliveries.js';
import { endpointsOn } from './memory-endpoints.js';
import { MemoryState } from './memory-state.js';

interface MemoryWebhooksStores extends WebhooksStores {
  readonly claim: DeliveryQueue['claim'];
}

/** `events.append` also adds the deliveries of the events. */
export class MemoryWebhooksUnitOfWork extends MemoryUnitOfWork<MemoryState, MemoryWebhooksStores> {
  constructor(state = new MemoryState(), ids: Ids = new SystemIds()) {
    super(state, (current, actor) => storesOn(current, ids, actor));
  }
}

export class MemoryDeliveryQueue extends DeliveryQueue {
  constructor(private readonly unitOfWork: MemoryWebhooksUnitOfWork) {
    super();
  }

  claim(limit: number, now: Date, ended?: readonly WebhookDeliveryId[]): Promise<readonly ClaimedDelivery[]> {
    return this.unitOfWork.run((stores) => stores.claim(limit, now, ended));
  }
}

function storesOn(state: MemoryState, ids: Ids, actor: string): MemoryWebhooksStores {
  return {
    accounts: { lockOpen: (accountId) => Promise.resolve(state.openAccounts.has(accountId)) },
    endpoints: endpointsOn(state),
    deliveries: deliveriesOn(state),
    events: {
      append: (events, occurredAt) => {
        for (const event of events) {
          const added = { ...event, id: ids.next('evt'), occurredAt, actor };
          state.events.push(added);
          addDeliveries(state, added);
        }
        return Promise.resolve();
      },
    },
    audit: {
      addDisabled: ({ id }, reason, at) => {
        state.audit.push({ endpointId: id, reason, at });
        return Promise.resolve();
      },
    },
    claim: (limit, now, ended) => Promise.resolve(claim(state, limit, now, ended)),
  };
}
