import type { Florin } from '@florin/client';
import { firstIdAt, idAbove, parseId } from '@florin/kernel';
import { findEvent } from '../api/events.js';

export interface FoundPage {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

type Finder = (florin: Florin, id: string) => Promise<FoundPage | undefined>;

/** Resources that are shown on the page of another one, which the API names. */
const FINDERS: Readonly<Record<string, Finder>> = {
  re: async (florin, id) => {
    const { payment_id } = await florin.refunds.get(id);
    return { to: `/payments/${payment_id}` };
  },
  whd: async (florin, id) => {
    const { endpoint_id } = await florin.webhookDeliveries.get(id);
    return { to: `/developers/webhooks/${endpoint_id}/deliveries/${id}` };
  },
  evt: async (florin, text) => {
    const id = parseId('evt', text);
    if (id === undefined || (await findEvent(florin, id)) === null) return undefined;
    // The list begins with the event.
    return {
      to: '/developers/events',
      search: { starting_after: idAbove(id, firstIdAt('evt', new Date(0))) },
    };
  },
};

/** How to find the page that shows the resource, if its id does not name it. */
export function pageFinder(id: string): Finder | undefined {
  const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(id)?.[1];
  return prefix === undefined ? undefined : FINDERS[prefix];
}
