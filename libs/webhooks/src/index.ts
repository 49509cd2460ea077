export { DeliverWebhooks, type DeliveryTiming } from './delivery/deliver-webhooks.js';
export { CLAIM_MS, type ClaimedDelivery, DeliveryQueue, MAX_IN_FLIGHT } from './delivery/delivery-queue.js';
export { GetWebhookDelivery } from './delivery/get-webhook-delivery.js';
export { MAX_REPLAYED_EVENTS, ReplayEvents } from './delivery/replay-events.js';
export { RetryWebhookDelivery } from './delivery/retry-webhook-delivery.js';
export { MAX_JITTER, RETRY_DELAYS_MS, retryDelay } from './delivery/retry-schedule.js';
export { WebhookDeliveryReader } from './delivery/webhook-delivery.reader.js';
export type {
  AttemptedDelivery,
  ReplayedEvents,
  ReplayedPeriod,
  WebhookDeliveryRepository,
} from './delivery/webhook-delivery.repository.js';
export {
  DELIVERY_STATE_MACHINE,
  DELIVERY_STATUSES,
  type DeliveryAction,
  type DeliveryAttempt,
  type DeliveryStatus,
  isSuccess,
  TEST_EVENT,
  type WebhookDelivery,
} from './delivery/webhook-delivery.js';
export { type SendResult, type WebhookMessage, WebhookSender } from './delivery/webhook-sender.js';
export { CreateWebhookEndpoint } from './endpoint/create-webhook-endpoint.js';
export { DeleteWebhookEndpoint } from './endpoint/delete-webhook-endpoint.js';
export { EndpointUrlPolicy } from './endpoint/endpoint-url-policy.js';
export { GetWebhookEndpoint } from './endpoint/get-webhook-endpoint.js';
export { RotateWebhookSecret } from './endpoint/rotate-webhook-secret.js';
export { TestWebhookEndpoint } from './endpoint/test-webhook-endpoint.js';
export { UpdateWebhookEndpoint } from './endpoint/update-webhook-endpoint.js';
export { WebhookEndpointReader } from './endpoint/webhook-endpoint.reader.js';
export type {
  WebhookAccounts,
  WebhookAudit,
  WebhookEndpointRepository,
} from './endpoint/webhook-endpoint.repository.js';
export {
  ALL_EVENTS,
  DISABLE_AFTER_MS,
  DISABLE_REASONS,
  type DisableReason,
  ENDPOINT_STATE_MACHINE,
  ENDPOINT_STATUSES,
  type EndpointAction,
  type EndpointChanges,
  type EndpointStatus,
  MAX_ENDPOINTS,
  MAX_URL_LENGTH,
  type NewWebhookEndpoint,
  type PreviousSecret,
  ROTATION_MS,
  signingSecrets,
  WEBHOOK_ENDPOINT_EVENTS,
  type WebhookEndpoint,
  type WebhookEndpointEvent,
} from './endpoint/webhook-endpoint.js';
export { type EncryptedSecret, WebhookSecrets } from './endpoint/webhook-secrets.js';
export { type WebhooksStores, WebhooksUnitOfWork } from './stores.js';
