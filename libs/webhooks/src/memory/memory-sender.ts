import type { Clock } from '@florin/kernel';
import type { DeliveryAttempt } from '../delivery/webhook-delivery.js';
import { type SendResult, type WebhookMessage, WebhookSender } from '../delivery/webhook-sender.js';

/** What a receiver does. Without a status code there is no response. */
export interface MemoryResponse extends Partial<Pick<DeliveryAttempt, 'statusCode' | 'error' | 'response'>> {
  readonly retryAfterMs?: number;
}

/** Keeps the messages instead of sending them. */
export class MemoryWebhookSender extends WebhookSender {
  readonly sent: WebhookMessage[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly respond: (message: WebhookMessage) => MemoryResponse | Promise<MemoryResponse> = () => ({
      statusCode: 200,
    }),
  ) {
    super();
  }

  async send(message: WebhookMessage): Promise<SendResult> {
    this.sent.push(message);
    const at = this.clock.now();
    const { statusCode, error, response, retryAfterMs } = await this.respond(message);
    const durationMs = this.clock.now().getTime() - at.getTime();
    return { attempt: { at, statusCode, error, durationMs, response }, retryAfterMs };
  }
}
