import type { Event, Florin, ListEventsQuery } from '@florin/client';
import { firstIdAt, idAbove, parseId, parseReportTime } from '@florin/kernel';

export type EventsQuery = NonNullable<ListEventsQuery> & { readonly limit: number };

export interface EventPage {
  readonly data: readonly Event[];
  readonly has_more: boolean;
}

/** Days in the time zone; both are included. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
}

/** The API has no filter by time, but the ids of events begin with it, and any id is a cursor. */
export async function readEvents(florin: Florin, query: EventsQuery, period: Period): Promise<EventPage> {
  const start = parseReportTime(period.from, period.timeZone, 'start');
  const last = parseReportTime(period.to, period.timeZone, 'end');
  const first = start && firstIdAt('evt', start);
  const end = last && firstIdAt('evt', new Date(last.getTime() + 1));
  const isFirstPage = query.starting_after === undefined && query.ending_before === undefined;
  const { data } = await florin.events.page({
    ...query,
    // One more, to know whether the period continues.
    limit: query.limit + 1,
    ...(isFirstPage && end !== undefined && { starting_after: end }),
  });
  const found = data.filter(
    ({ id }) => (first === undefined || id >= first) && (end === undefined || id < end),
  );
  const nearest = query.ending_before === undefined ? found.slice(0, query.limit) : found.slice(-query.limit);
  return { data: nearest, has_more: found.length > query.limit };
}

/** The API has no request for a single event: it is the first one below the next higher id. */
export async function findEvent(florin: Florin, text: string): Promise<Event | null> {
  const id = parseId('evt', text);
  if (id === undefined) return null;
  const next = idAbove(id, firstIdAt('evt', new Date(0)));
  const { data } = await florin.events.page({ starting_after: next, limit: 1 });
  return data.find((event) => event.id === id) ?? null;
}
