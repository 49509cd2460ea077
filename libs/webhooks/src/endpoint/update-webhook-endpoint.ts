import type { AccountId, Clock, WebhookEndpointId } from '@florin/kernel';
import type { WebhooksUnitOfWork } from '../stores.js';
import { type EndpointUrlPolicy, requireEndpointUrl } from './endpoint-url-policy.js';
import { requireEndpoint } from './get-webhook-endpoint.js';
import { type EndpointChanges, updateEndpoint, type WebhookEndpoint } from './webhook-endpoint.js';

export class UpdateWebhookEndpoint {
  constructor(
    private readonly unitOfWork: WebhooksUnitOfWork,
    private readonly urlPolicy: EndpointUrlPolicy,
    private readonly clock: Clock,
  ) {}

  async execute(
    id: WebhookEndpointId | undefined,
    accountId: AccountId | undefined,
    changes: EndpointChanges,
    actor?: string,
  ): Promise<WebhookEndpoint> {
    const url = changes.url === undefined ? undefined : requireEndpointUrl(changes.url, this.urlPolicy);
    return this.unitOfWork.run(async ({ endpoints }) => {
      const endpoint = requireEndpoint(id === undefined ? undefined : await endpoints.lock(id, accountId));
      const updated = updateEndpoint(endpoint, { ...changes, url }, this.clock.now());
      await endpoints.save(updated);
      return updated;
    }, actor);
  }
}
