import {
  type AccountId,
  addMilliseconds,
  type CursorPage,
  type CursorRequest,
  type EventEnvelope,
  idFromUuid,
  uuidFromId,
  type WebhookDeliveryId,
  type WebhookEndpointId,
} from '@florin/kernel';
import { newestFirstPage } from '@florin/kernel/memory';
import { CLAIM_MS, type ClaimedDelivery, MAX_IN_FLIGHT } from '../delivery/delivery-queue.js';
import { WebhookDeliveryReader } from '../delivery/webhook-delivery.reader.js';
import type { ReplayedPeriod, WebhookDeliveryRepository } from '../delivery/webhook-delivery.repository.js';
import { type DeliveryStatus, sendAgain, type WebhookDelivery } from '../delivery/webhook-delivery.js';
import { ALL_EVENTS, type WebhookEndpoint } from '../endpoint/webhook-endpoint.js';
import { withinAccountScope } from './memory-endpoints.js';
import type { MemoryState } from './memory-state.js';

export function deliveriesOn(state: MemoryState): WebhookDeliveryRepository {
  const put = (delivery: WebhookDelivery): void => {
    state.deliveries.set(delivery.id, delivery);
  };
  return {
    add: (delivery) => {
      put(delivery);
      return Promise.resolve();
    },
    lock: (id, accountId) => Promise.resolve(find(state, id, accountId)),
    save: (delivery) => {
      put(delivery);
      return Promise.resolve();
    },
    saveAttempted: (attempted) => {
      for (const { claimed, recorded } of attempted) {
        const { id } = recorded;
        const stored = state.deliveries.get(id);
        if (stored === undefined || state.claims.get(id)?.getTime() !== claimed.claimedUntil.getTime())
          continue;
        const isDueAgain = stored.nextAttemptAt?.getTime() !== claimed.delivery.nextAttemptAt?.getTime();
        put(isDueAgain ? { ...stored, attempts: recorded.attempts } : recorded);
        state.claims.delete(id);
      }
      return Promise.resolve();
    },
    countReplayed: (endpoint, period, limit) =>
      Promise.resolve(Math.min(limit, replayed(state, endpoint, period).length)),
    // All at once: nothing waits for a lock.
    replay: (endpoint, period, _after, now) => {
      const matching = replayed(state, endpoint, period);
      for (const event of matching) {
        const known = state.deliveries.get(idOf(event, endpoint));
        put(known === undefined ? deliveryOf(event, endpoint, now) : sendAgain(known, endpoint, now));
      }
      return Promise.resolve({ count: matching.length, last: undefined });
    },
  };
}

export function addDeliveries(state: MemoryState, event: EventEnvelope): void {
  for (const endpoint of state.endpoints.values()) {
    if (endpoint.status === 'disabled' || !receives(endpoint, event)) continue;
    const delivery = deliveryOf(event, endpoint, event.occurredAt);
    state.deliveries.set(delivery.id, delivery);
  }
}

export function claim(
  state: MemoryState,
  limit: number,
  now: Date,
  ended: readonly WebhookDeliveryId[] = [],
): readonly ClaimedDelivery[] {
  const isClaimed = ({ id }: WebhookDelivery): boolean => (state.claims.get(id) ?? now) > now;
  const claimedUntil = addMilliseconds(now, CLAIM_MS);
  const inFlight = new Map<AccountId | undefined, number>();
  const count = (accountId: AccountId | undefined, more: number): number => {
    const total = (inFlight.get(accountId) ?? 0) + more;
    inFlight.set(accountId, total);
    return total;
  };
  const claimed = [...state.endpoints.values()]
    .filter(({ status }) => status === 'enabled')
    .flatMap((endpoint) => {
      const all = [...state.deliveries.values()].filter(({ endpointId }) => endpointId === endpoint.id);
      const sending = all.filter((one) => isClaimed(one) && !ended.includes(one.id)).length;
      count(endpoint.accountId, sending);
      return all
        .filter((delivery) => !isClaimed(delivery))
        .flatMap(({ nextAttemptAt, ...delivery }) =>
          nextAttemptAt !== undefined && nextAttemptAt <= now ? [{ ...delivery, nextAttemptAt }] : [],
        )
        .sort((one, other) => one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime())
        .slice(0, Math.max(0, MAX_IN_FLIGHT - sending))
        .map((delivery, turn) => ({ delivery, endpoint, turn }));
    })
    // The first of each endpoint, then the second of each. The same with accounts.
    .sort((one, other) => one.turn - other.turn)
    .map((item) => ({ ...item, place: count(item.endpoint.accountId, 1) }))
    .sort((one, other) => one.place - other.place)
    .filter(({ place }, index) => place + index + 1 <= limit + 1)
    .map(({ delivery, endpoint }) => ({
      delivery,
      endpoint,
      claimedUntil,
      body: bodyOf(state, delivery),
    }));
  for (const { delivery } of claimed) state.claims.set(delivery.id, claimedUntil);
  return claimed;
}

const replayed = ({ events }: MemoryState, endpoint: WebhookEndpoint, { from, to }: ReplayedPeriod) =>
  events
    .filter(({ occurredAt }) => occurredAt >= from && occurredAt <= to)
    .filter((event) => receives(endpoint, event));

const receives = ({ accountId, events }: WebhookEndpoint, event: EventEnvelope): boolean =>
  (accountId === undefined || accountId === event.accountId) &&
  (events.includes(ALL_EVENTS) || events.includes(event.type));

/** Sorts like the event, and is the same when the event is replayed. */
const idOf = (event: EventEnvelope, endpoint: WebhookEndpoint): WebhookDeliveryId =>
  idFromUuid('whd', uuidFromId(event.id).slice(0, 18) + uuidFromId(endpoint.id).slice(18));

const deliveryOf = (event: EventEnvelope, endpoint: WebhookEndpoint, now: Date): WebhookDelivery => ({
  id: idOf(event, endpoint),
  accountId: event.accountId,
  endpointId: endpoint.id,
  eventId: event.id,
  eventType: event.type,
  status: 'pending',
  nextAttemptAt: now,
  failures: 0,
  attempts: [],
  createdAt: now,
});

function bodyOf({ events }: MemoryState, { eventId }: WebhookDelivery): string {
  const event = events.find(({ id }) => id === eventId);
  if (event === undefined) throw new Error(`No such event: ${eventId}`);
  const { id, type, accountId, subjectId, data, occurredAt, actor, balance, hash } = event;
  return JSON.stringify({
    id,
    type,
    account_id: accountId,
    subject_id: subjectId,
    data,
    created_at: occurredAt.toISOString(),
    actor: actor ?? null,
    balance: balance ?? null,
    hash: hash ?? null,
  });
}

function find({ deliveries, endpoints }: MemoryState, id: WebhookDeliveryId, accountId?: AccountId) {
  const delivery = deliveries.get(id);
  if (delivery === undefined) return undefined;
  const endpoint = withinAccountScope(endpoints.get(delivery.endpointId), accountId);
  return endpoint && { delivery, endpoint };
}

export class MemoryWebhookDeliveryReader extends WebhookDeliveryReader {
  constructor(private readonly unitOfWork: { readonly state: MemoryState }) {
    super();
  }

  find(id: WebhookDeliveryId, accountId: AccountId | undefined): Promise<WebhookDelivery | undefined> {
    return Promise.resolve(find(this.unitOfWork.state, id, accountId)?.delivery);
  }

  list(
    endpointId: WebhookEndpointId,
    status: DeliveryStatus | undefined,
    request: CursorRequest<WebhookDeliveryId>,
  ): Promise<CursorPage<WebhookDelivery>> {
    const { deliveries, endpoints } = this.unitOfWork.state;
    const matching = [...deliveries.values()]
      .filter((delivery) => delivery.endpointId === endpointId && endpoints.has(endpointId))
      .filter((delivery) => status === undefined || delivery.status === status);
    return Promise.resolve(newestFirstPage(matching, request));
  }
}
