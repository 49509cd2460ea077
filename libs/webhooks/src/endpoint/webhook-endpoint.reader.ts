import type { AccountId, CursorPage, CursorRequest, WebhookEndpointId } from '@florin/kernel';
import type { WebhookEndpoint } from './webhook-endpoint.js';

/** Reads committed endpoints without locks. */
export abstract class WebhookEndpointReader {
  /** `accountId` is the account scope; undefined: endpoints of all accounts, and those without one. */
  abstract find(
    id: WebhookEndpointId,
    accountId: AccountId | undefined,
  ): Promise<WebhookEndpoint | undefined>;

  /** Newest first. */
  abstract list(
    accountId: AccountId | undefined,
    request: CursorRequest<WebhookEndpointId>,
  ): Promise<CursorPage<WebhookEndpoint>>;
}
