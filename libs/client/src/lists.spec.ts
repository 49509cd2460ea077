import { describe, expect, it } from '@jest/globals';
import { json, type Reply, scripted } from './testing/scripted-fetch.js';

const namesOf = async (items: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const names: string[] = [];
  for await (const { id } of items) names.push(id);
  return names;
};

/** A list of that many things, of which it answers as many as it is asked for. */
const listOf =
  (length: number): Reply =>
  ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const start = Number(query.get('starting_after')?.slice(3) ?? 0);
    const end = Math.min(start + Number(query.get('limit')), length);
    const data = Array.from({ length: end - start }, (_, index) => ({ id: `id_${start + index + 1}` }));
    return json(200, { object: 'list', data, has_more: end < length });
  };

/** Events with the numbers 1 to that many, read as the service reads them: the page next to the cursor, newest first. */
const feedOf =
  (length: number): Reply =>
  ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const start = Number(query.get('ending_before')?.slice(4) ?? length);
    const end = Math.min(start + Number(query.get('limit')), length);
    const data = Array.from({ length: end - start }, (_, index) => ({ id: `evt_${end - index}` }));
    return json(200, { object: 'list', data, has_more: end < length });
  };

describe('following the events', () => {
  it('goes from the last one that is known to the newest, in the order in which they happened', async () => {
    const { florin, sent } = scripted([feedOf(250)]);
    const names = await namesOf(florin.events.since('evt_20'));
    expect(names).toEqual(Array.from({ length: 230 }, (_, index) => `evt_${index + 21}`));
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/events?limit=100&ending_before=evt_20',
      '/v1/events?limit=100&ending_before=evt_120',
      '/v1/events?limit=100&ending_before=evt_220',
    ]);
  });

  it('begins with the first when none is known, and ends at once when there is nothing new', async () => {
    const { florin, sent } = scripted([feedOf(2)]);
    expect(await namesOf(florin.events.since())).toEqual(['evt_1', 'evt_2']);
    expect(sent[0]?.path).toBe(`/v1/events?limit=100&ending_before=evt_${'0'.repeat(26)}`);
    expect(await namesOf(florin.events.since('evt_2'))).toEqual([]);
  });

  it('is up to the caller, who may end it', async () => {
    const { florin } = scripted([feedOf(2)]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(namesOf(florin.events.since(undefined, { signal }))).rejects.toThrow('enough');
  });
});

describe('walking a list', () => {
  it('goes through all its pages, and only as far as it is asked to', async () => {
    const { florin, sent } = scripted([listOf(250)]);
    const names = await namesOf(florin.transactions.list({ status: 'pending' }));
    expect(names).toEqual(Array.from({ length: 250 }, (_, index) => `id_${index + 1}`));
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/transactions?limit=100&status=pending',
      '/v1/transactions?limit=100&status=pending&starting_after=id_100',
      '/v1/transactions?limit=100&status=pending&starting_after=id_200',
    ]);
  });

  it('fetches no page before it is needed', async () => {
    const { florin, sent } = scripted([listOf(250)]);
    const list = florin.payments.list({ limit: 2 });
    expect(sent).toHaveLength(0);
    for await (const { id } of list) if (id === 'id_3') break;
    expect(sent).toHaveLength(2);
  });

  it('begins where it is told to, and ends at once when there is nothing', async () => {
    const { florin } = scripted([listOf(5)]);
    expect(await namesOf(florin.events.list({ starting_after: 'id_3' }))).toEqual(['id_4', 'id_5']);
    expect(await namesOf(scripted([listOf(0)]).florin.subscriptions.list())).toEqual([]);
  });

  it('counts pages where they have numbers', async () => {
    const users: Reply = ({ path }) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
      return json(200, { data: [{ id: `user_${page}` }], pagination: { page, total_pages: 3 } });
    };
    expect(await namesOf(scripted([users]).florin.users.list({ search: 'x' }))).toEqual([
      'user_1',
      'user_2',
      'user_3',
    ]);
    const accounts: Reply = ({ path }) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
      return json(200, { data: [{ id: `acct_${page}` }], pagination: { page, has_next: page < 2 } });
    };
    expect(await namesOf(scripted([accounts]).florin.accounts.list())).toEqual(['acct_1', 'acct_2']);
  });

  it('takes one page when one is wanted', async () => {
    const { florin, sent } = scripted([listOf(5)]);
    expect(await florin.sessions.page({ limit: 2 })).toMatchObject({ has_more: true });
    expect(sent.map(({ path }) => path)).toEqual(['/v1/auth/sessions?limit=2']);
  });
});
