import type { AccountId, DomainEvent, EventId } from '@florin/kernel';
import { NOON, SequentialIds, SteppedClock } from '@florin/kernel/testing';
import type { DeliveryAttempt, WebhookDelivery } from '../delivery/webhook-delivery.js';
import { EndpointUrlPolicy } from '../endpoint/endpoint-url-policy.js';
import {
  createEndpoint,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
} from '../endpoint/webhook-endpoint.js';
import type { EncryptedSecret } from '../endpoint/webhook-secrets.js';

export { NOON, SequentialIds, SteppedClock };

const ids = new SequentialIds();
export const anAccountId = (): AccountId => ids.next('acct');
const anEventId = (): EventId => ids.next('evt');
export const aSecret = (name = 'first'): EncryptedSecret => `whsec_${name}` as EncryptedSecret;

export const aNewEndpoint = (overrides: Partial<NewWebhookEndpoint> = {}): NewWebhookEndpoint => ({
  accountId: undefined,
  url: 'https://example.com/hooks',
  events: ['*'],
  description: undefined,
  ...overrides,
});

export const anEndpoint = (overrides: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...createEndpoint(ids.next('whe'), aNewEndpoint(), aSecret(), 0, NOON),
  ...overrides,
});

export const aDelivery = (overrides: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: ids.next('whd'),
  accountId: anAccountId(),
  endpointId: ids.next('whe'),
  eventId: anEventId(),
  eventType: 'transaction.created',
  status: 'pending',
  nextAttemptAt: NOON,
  failures: 0,
  attempts: [],
  createdAt: NOON,
  ...overrides,
});

export const anAttempt = (statusCode: number | undefined = 200, at: Date = NOON): DeliveryAttempt => ({
  at,
  statusCode,
  error: undefined,
  durationMs: 12,
  response: undefined,
});

/** An attempt without a response. */
export const aTimeout = (at: Date = NOON): DeliveryAttempt => ({
  ...anAttempt(undefined, at),
  statusCode: undefined,
  error: 'timeout',
});

export const anEvent = (overrides: Partial<DomainEvent> = {}): DomainEvent => ({
  type: 'transaction.created',
  accountId: anAccountId(),
  subjectId: ids.next('txn'),
  data: { amount: 500 },
  ...overrides,
});

export class TestUrlPolicy extends EndpointUrlPolicy {
  constructor(readonly allowsHttp = false) {
    super();
  }

  allowsHost(hostname: string): boolean {
    return hostname !== 'localhost';
  }
}
