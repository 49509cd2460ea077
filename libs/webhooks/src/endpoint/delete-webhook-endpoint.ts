import type { AccountId, WebhookEndpointId } from '@florin/kernel';
import type { WebhooksUnitOfWork } from '../stores.js';
import { requireEndpoint } from './get-webhook-endpoint.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export class DeleteWebhookEndpoint {
  constructor(private readonly unitOfWork: WebhooksUnitOfWork) {}

  execute(
    id: WebhookEndpointId | undefined,
    accountId: AccountId | undefined,
    actor?: string,
  ): Promise<WebhookEndpoint> {
    return this.unitOfWork.run(async ({ endpoints }) => {
      const endpoint = requireEndpoint(id === undefined ? undefined : await endpoints.lock(id, accountId));
      await endpoints.remove(endpoint.id);
      return endpoint;
    }, actor);
  }
}
