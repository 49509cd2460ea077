import type {
  AccountId,
  CursorPage,
  CursorRequest,
  WebhookDeliveryId,
  WebhookEndpointId,
} from '@florin/kernel';
import type { DeliveryStatus, WebhookDelivery } from './webhook-delivery.js';

/** Reads committed deliveries of existing endpoints. */
export abstract class WebhookDeliveryReader {
  /** `accountId` is the account scope of the endpoint; undefined: all endpoints. */
  abstract find(
    id: WebhookDeliveryId,
    accountId: AccountId | undefined,
  ): Promise<WebhookDelivery | undefined>;

  /** Newest event first. */
  abstract list(
    endpointId: WebhookEndpointId,
    status: DeliveryStatus | undefined,
    request: CursorRequest<WebhookDeliveryId>,
  ): Promise<CursorPage<WebhookDelivery>>;
}
