import type { AccountId, Clock, WebhookEndpointId } from '@florin/kernel';
import type { WebhooksUnitOfWork } from '../stores.js';
import { requireEndpoint } from './get-webhook-endpoint.js';
import { rotateSecret, type WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookSecrets } from './webhook-secrets.js';

export class RotateWebhookSecret {
  constructor(
    private readonly unitOfWork: WebhooksUnitOfWork,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  execute(
    id: WebhookEndpointId | undefined,
    accountId: AccountId | undefined,
    actor?: string,
  ): Promise<WebhookEndpoint> {
    return this.unitOfWork.run(async ({ endpoints }) => {
      const endpoint = requireEndpoint(id === undefined ? undefined : await endpoints.lock(id, accountId));
      const rotated = rotateSecret(endpoint, this.secrets.create(), this.clock.now());
      await endpoints.save(rotated);
      return rotated;
    }, actor);
  }
}
