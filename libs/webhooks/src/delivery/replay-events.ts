import {
  type AccountId,
  type Clock,
  type EventId,
  invalidRequest,
  type WebhookEndpointId,
} from '@florin/kernel';
import { requireEndpoint } from '../endpoint/get-webhook-endpoint.js';
import type { WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import type { WebhooksStores, WebhooksUnitOfWork } from '../stores.js';
import { requireEnabled } from './webhook-delivery.js';
import type { ReplayedPeriod } from './webhook-delivery.repository.js';

export const MAX_REPLAYED_EVENTS = 100_000;

/**
 * Sends all matching events of a period again, also those that were not sent before. In several SQL transactions: a long one
 * would keep deliveries locked, and the worker, which records the attempts of all accounts together, would wait for it.
 */
export class ReplayEvents {
  constructor(
    private readonly unitOfWork: WebhooksUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of events. Without `to`, the period ends now. */
  async execute(
    id: WebhookEndpointId | undefined,
    accountId: AccountId | undefined,
    { from, to }: { readonly from: Date; readonly to: Date | undefined },
    actor?: string,
  ): Promise<number> {
    const now = this.clock.now();
    const period: ReplayedPeriod = { from, to: to ?? now };
    if (period.from > period.to) throw invalidRequest('from must not be after to.');
    const withEndpoint = <Result>(
      work: (endpoint: WebhookEndpoint, stores: WebhooksStores) => Promise<Result>,
    ) =>
      this.unitOfWork.run(async (stores) => {
        const found = id === undefined ? undefined : await stores.endpoints.lock(id, accountId);
        const endpoint = requireEndpoint(found);
        requireEnabled(endpoint);
        return work(endpoint, stores);
      }, actor);

    const matching = await withEndpoint((endpoint, { deliveries }) =>
      deliveries.countReplayed(endpoint, period, MAX_REPLAYED_EVENTS + 1),
    );
    if (matching > MAX_REPLAYED_EVENTS)
      throw invalidRequest(
        `The period has more than ${MAX_REPLAYED_EVENTS} events. Replay a shorter period.`,
      );
    let total = 0;
    let after: EventId | undefined;
    do {
      const { count, last } = await withEndpoint((endpoint, { deliveries }) =>
        deliveries.replay(endpoint, period, after, now),
      );
      total += count;
      after = last;
    } while (after !== undefined);
    return total;
  }
}
