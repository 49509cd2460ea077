import type { AccountId, DomainEvent, WebhookEndpointId } from '@florin/kernel';
import { DeliverWebhooks } from '../delivery/deliver-webhooks.js';
import { ReplayEvents } from '../delivery/replay-events.js';
import { RetryWebhookDelivery } from '../delivery/retry-webhook-delivery.js';
import type { DeliveryAttempt, WebhookDelivery } from '../delivery/webhook-delivery.js';
import type { WebhookMessage } from '../delivery/webhook-sender.js';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import { type MemoryResponse, MemoryWebhookSender } from '../memory/memory-sender.js';
import { MemoryDeliveryQueue, MemoryWebhooksUnitOfWork } from '../memory/memory-stores.js';
import { anEndpoint, anEvent, SequentialIds, SteppedClock } from './builders.js';

export type Receiver = (message: WebhookMessage) => MemoryResponse | Promise<MemoryResponse>;

/** Endpoints, events and deliveries in memory, and receivers by the URL of their endpoint. */
export class WebhooksHarness {
  readonly clock = new SteppedClock();
  readonly ids = new SequentialIds();
  readonly unitOfWork = new MemoryWebhooksUnitOfWork(undefined, this.ids);
  readonly receivers = new Map<string, Receiver>();
  readonly attempts: DeliveryAttempt[] = [];
  readonly sender = new MemoryWebhookSender(this.clock, (message) =>
    (this.receivers.get(message.url) ?? (() => ({ statusCode: 200 })))(message),
  );
  readonly retry = new RetryWebhookDelivery(this.unitOfWork, this.clock);
  readonly replay = new ReplayEvents(this.unitOfWork, this.clock);
  readonly deliver = this.anotherWorker();

  anotherWorker(gather = nextTick): DeliverWebhooks {
    return new DeliverWebhooks(
      new MemoryDeliveryQueue(this.unitOfWork),
      this.sender,
      this.unitOfWork,
      this.clock,
      { pause: nextTick, gather, jitter: () => 0 },
      (attempt) => this.attempts.push(attempt),
    );
  }

  addAccount(): AccountId {
    const accountId = this.ids.next('acct');
    this.unitOfWork.state.openAccounts.add(accountId);
    return accountId;
  }

  /** With an URL of its own. */
  addEndpoint(overrides: Partial<WebhookEndpoint> = {}, receiver?: Receiver): WebhookEndpoint {
    const id = this.ids.next('whe');
    const endpoint = anEndpoint({ id, url: `https://example.com/${id}`, ...overrides });
    this.unitOfWork.state.endpoints.set(id, endpoint);
    if (receiver !== undefined) this.receivers.set(endpoint.url, receiver);
    return endpoint;
  }

  append(...events: Partial<DomainEvent>[]): Promise<void> {
    return this.unitOfWork.run((stores) => stores.events.append(events.map(anEvent), this.clock.now()));
  }

  endpoint({ id }: { readonly id: WebhookEndpointId }): WebhookEndpoint {
    const endpoint = this.unitOfWork.state.endpoints.get(id);
    if (endpoint === undefined) throw new Error('No such endpoint');
    return endpoint;
  }

  deliveriesTo({ id }: { readonly id: WebhookEndpointId }): WebhookDelivery[] {
    return [...this.unitOfWork.state.deliveries.values()].filter(({ endpointId }) => endpointId === id);
  }

  messagesTo({ url }: { readonly url: string }): WebhookMessage[] {
    return this.sender.sent.filter((message) => message.url === url);
  }
}

const nextTick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export async function until(condition: () => boolean): Promise<void> {
  for (let ticks = 0; !condition(); ticks += 1) {
    if (ticks === 1_000) throw new Error('The condition was not met.');
    await nextTick();
  }
}
