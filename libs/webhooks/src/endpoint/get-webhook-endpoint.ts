import type { AccountId, WebhookEndpointId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { WebhookEndpointReader } from './webhook-endpoint.reader.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export class GetWebhookEndpoint {
  constructor(private readonly reader: WebhookEndpointReader) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(
    id: WebhookEndpointId | undefined,
    accountId: AccountId | undefined,
  ): Promise<WebhookEndpoint> {
    return requireEndpoint(id === undefined ? undefined : await this.reader.find(id, accountId));
  }
}

export function requireEndpoint(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (endpoint === undefined) throw refusal('not_found', 'There is no such webhook endpoint.');
  return endpoint;
}
