import type { AccountId, EventId, WebhookDeliveryId } from '@florin/kernel';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import type { ClaimedDelivery } from './delivery-queue.js';
import type { WebhookDelivery } from './webhook-delivery.js';

/** Both ends are included. */
export interface ReplayedPeriod {
  readonly from: Date;
  readonly to: Date;
}

export interface ReplayedEvents {
  readonly count: number;
  /** Undefined if there are no more. */
  readonly last: EventId | undefined;
}

export interface AttemptedDelivery {
  readonly claimed: Pick<ClaimedDelivery, 'delivery' | 'claimedUntil'>;
  /** With the attempt. */
  readonly recorded: WebhookDelivery;
}

export interface WebhookDeliveryRepository {
  add(delivery: WebhookDelivery): Promise<void>;
  /** With its endpoint, both locked until the commit. `accountId` is the account scope of the endpoint. */
  lock(
    id: WebhookDeliveryId,
    accountId: AccountId | undefined,
  ): Promise<{ readonly delivery: WebhookDelivery; readonly endpoint: WebhookEndpoint } | undefined>;
  /** The caller holds the row lock. A claim stays: the delivery is not sent again beside an attempt in flight. */
  save(delivery: WebhookDelivery): Promise<void>;
  /**
   * Ends the claims. A delivery that was made due again since it was claimed stays due. Without effect on one that was
   * claimed again, because its claim had expired.
   */
  saveAttempted(attempted: readonly AttemptedDelivery[]): Promise<void>;
  /** The number of events that a replay would send, up to `limit`. */
  countReplayed(endpoint: WebhookEndpoint, period: ReplayedPeriod, limit: number): Promise<number>;
  /**
   * Makes the next matching events of the period due now, in the order of their ids, from the first after `after`. Claims
   * stay. The deliveries are locked until the commit, so one call makes only some of them due.
   */
  replay(
    endpoint: WebhookEndpoint,
    period: ReplayedPeriod,
    after: EventId | undefined,
    now: Date,
  ): Promise<ReplayedEvents>;
}
