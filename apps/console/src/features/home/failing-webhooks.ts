import type { Florin, WebhookDelivery, WebhookEndpoint } from '@florin/client';
import { MAX_ENDPOINTS } from '@florin/webhooks';

const MAX_DELIVERIES = 10;

export interface FailingEndpoint {
  readonly id: string;
  readonly url: string;
  readonly isDisabled: boolean;
  readonly undelivered: Deliveries;
  readonly retrying: Deliveries;
}

export interface Deliveries {
  readonly count: number;
  /** There are more than were read. */
  readonly hasMore: boolean;
}

export interface FailingEndpoints {
  readonly data: readonly FailingEndpoint[];
  readonly has_more: boolean;
  readonly hasEndpoints: boolean;
}

const NONE: Deliveries = { count: 0, hasMore: false };

/** Endpoints that are disabled or have failed deliveries. A few deliveries of each are read, however many there are. */
export async function failingEndpoints(florin: Florin, signal: AbortSignal): Promise<FailingEndpoints> {
  const { data: endpoints } = await florin.webhookEndpoints.page({ limit: MAX_ENDPOINTS }, { signal });
  const states = await Promise.all(endpoints.map((endpoint) => stateOf(florin, endpoint, signal)));
  return {
    data: states.filter(
      ({ isDisabled, undelivered, retrying }) => isDisabled || undelivered.count + retrying.count > 0,
    ),
    has_more: false,
    hasEndpoints: endpoints.length > 0,
  };
}

async function stateOf(
  florin: Florin,
  { id, url, status }: WebhookEndpoint,
  signal: AbortSignal,
): Promise<FailingEndpoint> {
  const isDisabled = status === 'disabled';
  if (isDisabled) return { id, url, isDisabled, undelivered: NONE, retrying: NONE };
  const read = async (of: 'failed' | 'pending', isCounted: (delivery: WebhookDelivery) => boolean) => {
    const page = await florin.webhookDeliveries.page(id, { status: of, limit: MAX_DELIVERIES }, { signal });
    return { count: page.data.filter(isCounted).length, hasMore: page.has_more };
  };
  const [undelivered, retrying] = await Promise.all([
    read('failed', () => true),
    read('pending', ({ attempts }) => attempts.length > 0),
  ]);
  return { id, url, isDisabled, undelivered, retrying };
}
