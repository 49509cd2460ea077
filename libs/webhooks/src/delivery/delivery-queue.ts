import type { WebhookDeliveryId } from '@florin/kernel';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import type { WebhookDelivery } from './webhook-delivery.js';

/** So that a slow receiver does not delay others. */
export const MAX_IN_FLIGHT = 10;
/** A claimed delivery whose attempt was not recorded is due again after this time. */
export const CLAIM_MS = 30_000;

export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly endpoint: WebhookEndpoint;
  /** Identifies the claim. */
  readonly claimedUntil: Date;
  /** The event as the API shows it, as JSON. */
  readonly body: string;
}

export abstract class DeliveryQueue {
  /**
   * Claims due deliveries of enabled endpoints, the most overdue of each endpoint first. At most `MAX_IN_FLIGHT` of an
   * endpoint are claimed at a time, by all workers together, without those in `ended`: deliveries whose attempts have
   * ended and are being recorded. `limit` is how many more the caller can send. An account gets only as many in flight as
   * that leaves free for others, so that accounts whose receivers do not answer cannot use up all. Endpoints without an
   * account share as one.
   */
  abstract claim(
    limit: number,
    now: Date,
    ended?: readonly WebhookDeliveryId[],
  ): Promise<readonly ClaimedDelivery[]>;
}
