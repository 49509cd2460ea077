import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { json, scriptedClient } from '../testing/scripted-client.js';

const PERIOD = { from: '2026-01-01', to: '2026-01-31' };
const file = (type: string, body: BodyInit) => new Response(body, { headers: { 'content-type': type } });

describe('account.statement', () => {
  it('returns a page, and iterates over the lines of all pages', async () => {
    const page = (ids: string[], has_more: boolean) =>
      json(200, { data: ids.map((id) => ({ id })), has_more });
    const { florin, sent } = scriptedClient([
      () => page(['txn_2:account'], true),
      () => page(['txn_2:account'], true),
      () => page(['txn_1:account'], false),
    ]);
    expect((await florin.account.statement({ ...PERIOD, limit: 1 })).data).toEqual([{ id: 'txn_2:account' }]);
    const lines = await florin.account.statementLines(PERIOD).toArray({ limit: 10 });
    expect(lines.map(({ id }) => id)).toEqual(['txn_2:account', 'txn_1:account']);
    expect(sent.map(({ path }) => decodeURIComponent(path))).toEqual([
      '/v1/account/statement?from=2026-01-01&to=2026-01-31&limit=1',
      '/v1/account/statement?limit=100&from=2026-01-01&to=2026-01-31',
      '/v1/account/statement?limit=100&from=2026-01-01&to=2026-01-31&starting_after=txn_2:account',
    ]);
  });
});

describe('account.statementCsv', () => {
  it('streams the file', async () => {
    const { florin, sent } = scriptedClient([
      () => file('text/csv; charset=utf-8; header=present', 'a,b\r\n'),
    ]);
    expect(await text(await florin.account.statementCsv(PERIOD))).toBe('a,b\r\n');
    expect([sent[0]?.path, sent[0]?.headers.get('accept')]).toEqual([
      '/v1/account/statement?from=2026-01-01&to=2026-01-31',
      'text/csv',
    ]);
  });

  it('returns before the file has ended, and ends with the signal of the call', async () => {
    let canceled: unknown;
    const endless = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('a\r\n'));
      },
      cancel: (reason) => {
        canceled = reason;
      },
    });
    const { florin } = scriptedClient([() => file('text/csv', endless)]);
    const aborting = new AbortController();
    const reader = (await florin.account.statementCsv({}, { signal: aborting.signal })).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('a\r\n');
    const next = reader.read();
    aborting.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    expect(canceled).toMatchObject({ message: 'enough' });
  });

  it('rejects with the error of the service, and a body of another type', async () => {
    const refused = scriptedClient([() => json(409, { error: 'conflict', message: 'Not yet.' })]);
    await expect(refused.florin.account.statementCsv()).rejects.toMatchObject({
      code: 'conflict',
      status: 409,
    });
    const proxy = scriptedClient([() => file('text/html', '<p>Hello</p>')]);
    await expect(proxy.florin.account.statementCsv()).rejects.toMatchObject({ code: 'unexpected_response' });
  });
});

describe('account.statementPdf', () => {
  it('returns the bytes', async () => {
    const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00]);
    const { florin, sent } = scriptedClient([() => file('application/pdf', bytes)]);
    const pdf = await florin.account.statementPdf();
    expect(pdf.type).toBe('application/pdf');
    expect(new Uint8Array(await pdf.arrayBuffer())).toEqual(bytes);
    expect(sent[0]?.headers.get('accept')).toBe('application/pdf');
  });
});
