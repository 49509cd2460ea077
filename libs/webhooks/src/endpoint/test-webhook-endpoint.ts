import type { AccountId, Clock, Ids, WebhookEndpointId } from '@florin/kernel';
import { isSuccess, TEST_EVENT, type WebhookDelivery } from '../delivery/webhook-delivery.js';
import type { WebhookSender } from '../delivery/webhook-sender.js';
import type { WebhooksUnitOfWork } from '../stores.js';
import { requireEndpoint } from './get-webhook-endpoint.js';
import type { WebhookEndpointReader } from './webhook-endpoint.reader.js';
import { signingSecrets } from './webhook-endpoint.js';

/** Sends one event now, also to a disabled endpoint, without retries. */
export class TestWebhookEndpoint {
  constructor(
    private readonly reader: WebhookEndpointReader,
    private readonly sender: WebhookSender,
    private readonly unitOfWork: WebhooksUnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(
    id: WebhookEndpointId | undefined,
    accountId: AccountId | undefined,
    actor: string,
  ): Promise<WebhookDelivery> {
    const endpoint = requireEndpoint(id === undefined ? undefined : await this.reader.find(id, accountId));
    const now = this.clock.now();
    const eventId = this.ids.next('evt');
    const event = {
      id: eventId,
      type: TEST_EVENT,
      account_id: endpoint.accountId ?? null,
      subject_id: endpoint.id,
      data: { url: endpoint.url },
      created_at: now.toISOString(),
      actor,
      balance: null,
      hash: null,
    };
    const { attempt } = await this.sender.send({
      url: endpoint.url,
      eventId,
      body: JSON.stringify(event),
      secrets: signingSecrets(endpoint, now),
    });
    const delivery: WebhookDelivery = {
      id: this.ids.next('whd'),
      accountId: endpoint.accountId,
      endpointId: endpoint.id,
      eventId,
      eventType: TEST_EVENT,
      status: isSuccess(attempt) ? 'succeeded' : 'failed',
      nextAttemptAt: undefined,
      failures: isSuccess(attempt) ? 0 : 1,
      attempts: [attempt],
      createdAt: now,
    };
    await this.unitOfWork.run(({ deliveries }) => deliveries.add(delivery), actor);
    return delivery;
  }
}
