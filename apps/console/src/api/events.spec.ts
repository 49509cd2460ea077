import { describe, expect, it } from '@jest/globals';
import { Florin } from '@florin/client';
import { firstIdAt } from '@florin/kernel';
import { findEvent, readEvents } from './events.js';

const HOUR_MS = 3_600_000;

/** Ids of one event an hour, from midnight in UTC, newest first. */
const idsOf = (day: string): string[] =>
  Array.from({ length: 24 }, (_, hour) =>
    firstIdAt('evt', new Date(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS)),
  ).reverse();

const STORED = [...idsOf('2026-03-11'), ...idsOf('2026-03-10'), ...idsOf('2026-03-09')];

/** A client whose API has these events. */
const florin = new Florin({
  baseUrl: 'https://api.example.com',
  apiKey: 'flk_key',
  fetch: ({ url }) => {
    const query = new URL(url).searchParams;
    const limit = Number(query.get('limit'));
    const [after, before] = [query.get('starting_after'), query.get('ending_before')];
    const found = STORED.filter((id) => (after === null || id < after) && (before === null || id > before));
    const page = before === null ? found.slice(0, limit) : found.slice(-limit);
    return Promise.resolve(
      Response.json({ data: page.map((id) => ({ id })), has_more: found.length > limit }),
    );
  },
});

const dayInVienna = { from: '2026-03-10', to: '2026-03-10', timeZone: 'Europe/Vienna' };

describe('the events of a period', () => {
  it('begin with the last one of its last day in the time zone', async () => {
    const page = await readEvents(florin, { limit: 20 }, dayInVienna);
    expect(page.data).toHaveLength(20);
    expect(page.data[0]?.id).toBe(firstIdAt('evt', new Date('2026-03-10T22:00:00Z')));
    expect(page.has_more).toBe(true);
  });

  it('end with the first one of its first day', async () => {
    const { data: first } = await readEvents(florin, { limit: 20 }, dayInVienna);
    const page = await readEvents(florin, { limit: 20, starting_after: first.at(-1)!.id }, dayInVienna);
    expect(page.data.at(-1)?.id).toBe(firstIdAt('evt', new Date('2026-03-09T23:00:00Z')));
    expect(page).toMatchObject({ data: { length: 4 }, has_more: false });
    const back = await readEvents(florin, { limit: 20, ending_before: page.data[0]!.id }, dayInVienna);
    expect(back).toEqual({ data: first, has_more: false });
  });

  it('are all events without days', async () => {
    const page = await readEvents(florin, { limit: 99 }, { timeZone: 'UTC' });
    expect(page.data.map(({ id }) => id)).toEqual(STORED);
  });
});

describe('a single event', () => {
  it('is found by its id', async () => {
    expect(await findEvent(florin, STORED[30]!)).toEqual({ id: STORED[30] });
  });

  it.each([firstIdAt('evt', new Date('2026-03-10T22:30:00Z')), 'evt_', 'nothing', ''])(
    'is not found by %s',
    async (id) => {
      expect(await findEvent(florin, id)).toBeNull();
    },
  );
});
