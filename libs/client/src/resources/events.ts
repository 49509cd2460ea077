import { type Api, callInit, type CallOptions, dataOf } from '../call.js';
import { cursorList, DEFAULT_PAGE_SIZE, type List, listSince } from '../lists.js';
import type {
  AccountEvent,
  EventList,
  ListEventsQuery,
  PaymentEvent,
  RefundEvent,
  SubscriptionEvent,
  TransactionEvent,
  TransferEvent,
  WebhookEndpointEvent,
} from '../schema.js';

/** `type` determines the type of `data`. */
export type Event =
  | AccountEvent
  | TransactionEvent
  | TransferEvent
  | PaymentEvent
  | RefundEvent
  | SubscriptionEvent
  | WebhookEndpointEvent;

export interface EventsApi {
  list(query?: Omit<ListEventsQuery, 'ending_before'>, options?: CallOptions): List<Event>;
  page(query?: ListEventsQuery, options?: CallOptions): Promise<EventList>;
  /**
   * The events after the one with this id, or all without one, oldest first. With an admin token or a platform key, use it
   * with `actingFor`: over all accounts, an event that commits late can be missed.
   */
  since(id?: string, options?: CallOptions): List<Event>;
}

/** Sorts before every event id. */
const BEFORE_ALL_EVENTS = `evt_${'0'.repeat(26)}`;

export function eventsApi(api: Api): EventsApi {
  const page = (query: ListEventsQuery = {}, options?: CallOptions) =>
    dataOf(api.GET('/v1/events', { params: { query }, ...callInit(options) }));
  return {
    list: cursorList(page),
    page,
    since: (id = BEFORE_ALL_EVENTS, options) =>
      listSince(id, (cursor) => page({ limit: DEFAULT_PAGE_SIZE, ending_before: cursor }, options)),
  };
}
