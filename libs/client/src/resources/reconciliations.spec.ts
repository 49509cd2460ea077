import { describe, expect, it } from '@jest/globals';
import { Florin } from '../florin.js';

const FILE = 'date,amount\n2026-01-31,75.00\n';

describe('reconciliations.create', () => {
  it.each([
    ['text', FILE],
    ['bytes', new TextEncoder().encode(FILE)],
    ['a file', new Blob([FILE])],
  ])('sends %s unchanged, with its type, options and idempotency key', async (_, file) => {
    const sent: { url: string; type: string | null; key: string | null; text: string }[] = [];
    const florin = new Florin({
      baseUrl: 'http://florin.test',
      apiKey: 'flk_x',
      fetch: async (request) => {
        const { url, headers } = request;
        const [type, key] = [headers.get('content-type'), headers.get('idempotency-key')];
        sent.push({ url, type, key, text: await request.text() });
        return Response.json({ id: 'rcn_1' }, { status: 201 });
      },
    });
    const query = { format: 'csv', date_column: 'Tag' } as const;
    expect(await florin.reconciliations.create(file, query, { idempotencyKey: 'march' })).toEqual({
      id: 'rcn_1',
    });
    const url = 'http://florin.test/v1/reconciliations?format=csv&date_column=Tag';
    expect(sent).toEqual([{ url, type: 'text/csv', key: 'march', text: FILE }]);
  });
});
