import type { EventId } from '@florin/kernel';
import type { EncryptedSecret } from '../endpoint/webhook-secrets.js';
import type { DeliveryAttempt } from './webhook-delivery.js';

export interface WebhookMessage {
  readonly url: string;
  readonly eventId: EventId;
  /** The event as JSON. */
  readonly body: string;
  /** The message is signed with each of them. */
  readonly secrets: readonly EncryptedSecret[];
}

export interface SendResult {
  readonly attempt: DeliveryAttempt;
  readonly retryAfterMs: number | undefined;
}

export abstract class WebhookSender {
  /** Does not throw: a failure is part of the result. Ends within 15 seconds. */
  abstract send(message: WebhookMessage): Promise<SendResult>;
}
