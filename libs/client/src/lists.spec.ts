import { describe, expect, it } from '@jest/globals';
import { json, type Reply, scriptedClient } from './testing/scripted-client.js';

const idsOf = async (items: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
};

/** A list of `length` items that returns pages of the requested size. */
const itemsUpTo =
  (length: number): Reply =>
  ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const start = Number(query.get('starting_after')?.slice(3) ?? 0);
    const end = Math.min(start + Number(query.get('limit')), length);
    const data = Array.from({ length: end - start }, (_, index) => ({ id: `id_${start + index + 1}` }));
    return json(200, { object: 'list', data, has_more: end < length });
  };

/** Events 1 to `length`, paged as the service does: the page next to the cursor, newest first. */
const eventsUpTo =
  (length: number): Reply =>
  ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const start = Number(query.get('ending_before')?.slice(4) ?? length);
    const end = Math.min(start + Number(query.get('limit')), length);
    const data = Array.from({ length: end - start }, (_, index) => ({ id: `evt_${end - index}` }));
    return json(200, { object: 'list', data, has_more: end < length });
  };

describe('events.since', () => {
  it('iterates from the given event to the newest, oldest first', async () => {
    const { florin, sent } = scriptedClient([eventsUpTo(250)]);
    const ids = await idsOf(florin.events.since('evt_20'));
    expect(ids).toEqual(Array.from({ length: 230 }, (_, index) => `evt_${index + 21}`));
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/events?limit=100&ending_before=evt_20',
      '/v1/events?limit=100&ending_before=evt_120',
      '/v1/events?limit=100&ending_before=evt_220',
    ]);
  });

  it('starts with the first event without an id, and is empty after the newest', async () => {
    const { florin, sent } = scriptedClient([eventsUpTo(2)]);
    expect(await idsOf(florin.events.since())).toEqual(['evt_1', 'evt_2']);
    expect(sent[0]?.path).toBe(`/v1/events?limit=100&ending_before=evt_${'0'.repeat(26)}`);
    expect(await idsOf(florin.events.since('evt_2'))).toEqual([]);
  });

  it('can be aborted', async () => {
    const { florin } = scriptedClient([eventsUpTo(2)]);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(idsOf(florin.events.since(undefined, { signal }))).rejects.toThrow('stopped');
  });
});

describe('a list', () => {
  it('iterates over all pages', async () => {
    const { florin, sent } = scriptedClient([itemsUpTo(250)]);
    const ids = await idsOf(florin.transactions.list({ status: 'pending' }));
    expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => `id_${index + 1}`));
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/transactions?limit=100&status=pending',
      '/v1/transactions?limit=100&status=pending&starting_after=id_100',
      '/v1/transactions?limit=100&status=pending&starting_after=id_200',
    ]);
  });

  it('fetches a page only when it is needed', async () => {
    const { florin, sent } = scriptedClient([itemsUpTo(250)]);
    const list = florin.payments.list({ limit: 2 });
    expect(sent).toHaveLength(0);
    for await (const { id } of list) if (id === 'id_3') break;
    expect(sent).toHaveLength(2);
  });

  it('starts after the given item, and can be empty', async () => {
    const { florin } = scriptedClient([itemsUpTo(5)]);
    expect(await idsOf(florin.events.list({ starting_after: 'id_3' }))).toEqual(['id_4', 'id_5']);
    expect(await idsOf(scriptedClient([itemsUpTo(0)]).florin.subscriptions.list())).toEqual([]);
  });

  it('iterates over numbered pages', async () => {
    const users: Reply = ({ path }) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
      return json(200, { data: [{ id: `user_${page}` }], pagination: { page, total_pages: 3 } });
    };
    expect(await idsOf(scriptedClient([users]).florin.users.list({ search: 'x' }))).toEqual([
      'user_1',
      'user_2',
      'user_3',
    ]);
    const accounts: Reply = ({ path }) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
      return json(200, { data: [{ id: `acct_${page}` }], pagination: { page, has_next: page < 2 } });
    };
    expect(await idsOf(scriptedClient([accounts]).florin.accounts.list())).toEqual(['acct_1', 'acct_2']);
  });

  it('returns a single page with page()', async () => {
    const { florin, sent } = scriptedClient([itemsUpTo(5)]);
    expect(await florin.sessions.page({ limit: 2 })).toMatchObject({ has_more: true });
    expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/sessions?limit=2']);
  });
});

describe('toArray', () => {
  it('returns all items of a list that is shorter than the limit', async () => {
    const { florin, sent } = scriptedClient([itemsUpTo(250)]);
    expect(await florin.transactions.list().toArray({ limit: 1_000 })).toHaveLength(250);
    expect(sent).toHaveLength(3);
  });

  it('stops at the limit, and fetches no further page', async () => {
    const { florin, sent } = scriptedClient([itemsUpTo(250)]);
    const items = await florin.payments.list({ limit: 2 }).toArray({ limit: 4 });
    expect(items.map(({ id }) => id)).toEqual(['id_1', 'id_2', 'id_3', 'id_4']);
    expect(sent).toHaveLength(2);
  });

  it('works for events.since and for numbered pages', async () => {
    const { florin } = scriptedClient([eventsUpTo(250)]);
    const events = await florin.events.since('evt_20').toArray({ limit: 2 });
    expect(events.map(({ id }) => id)).toEqual(['evt_21', 'evt_22']);
    const users: Reply = () => json(200, { data: [{ id: 'user_1' }], pagination: { total_pages: 3 } });
    expect(await scriptedClient([users]).florin.users.list().toArray({ limit: 2 })).toHaveLength(2);
  });

  it('can be called again, and starts with the first item', async () => {
    const list = scriptedClient([itemsUpTo(5)]).florin.events.list();
    expect(await list.toArray({ limit: 3 })).toEqual(await list.toArray({ limit: 3 }));
  });

  it.each([0, -1, 1.5, NaN, Infinity])('does not accept the limit %p', async (limit) => {
    const { florin, sent } = scriptedClient([itemsUpTo(5)]);
    await expect(florin.events.list().toArray({ limit })).rejects.toThrow(
      'limit must be a positive integer.',
    );
    expect(sent).toEqual([]);
  });
});
