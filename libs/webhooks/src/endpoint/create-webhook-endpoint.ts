import type { Clock, IdempotentRequest, Ids, Outcome } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { WebhooksUnitOfWork } from '../stores.js';
import { type EndpointUrlPolicy, requireEndpointUrl } from './endpoint-url-policy.js';
import { createEndpoint, type NewWebhookEndpoint, type WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookSecrets } from './webhook-secrets.js';

export class CreateWebhookEndpoint {
  constructor(
    private readonly unitOfWork: WebhooksUnitOfWork,
    private readonly secrets: WebhookSecrets,
    private readonly urlPolicy: EndpointUrlPolicy,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(
    input: NewWebhookEndpoint,
    idempotentRequest?: IdempotentRequest<WebhookEndpoint>,
    actor?: string,
  ): Promise<Outcome<WebhookEndpoint>> {
    const url = requireEndpointUrl(input.url, this.urlPolicy);
    const { accountId } = input;
    return this.unitOfWork.runIdempotent(
      idempotentRequest,
      async ({ accounts, endpoints }) => {
        if (accountId !== undefined && !(await accounts.lockOpen(accountId)))
          throw refusal('not_found', 'There is no such account.');
        const existing = await endpoints.countForInsert(accountId);
        const id = this.ids.next('whe');
        const secret = this.secrets.create();
        const endpoint = createEndpoint(id, { ...input, url }, secret, existing, this.clock.now());
        await endpoints.add(endpoint);
        return endpoint;
      },
      actor,
    );
  }
}
