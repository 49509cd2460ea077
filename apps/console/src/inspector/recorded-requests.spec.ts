import { Florin } from '@florin/client';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { curlCommand } from './curl-command.js';
import { inspectedFetch, recordedRequests, withoutPasswords } from './recorded-requests.js';

afterEach(() => {
  jest.restoreAllMocks();
  recordedRequests.clear();
});

const lastCommand = (): string => curlCommand(recordedRequests.snapshot()[0]!);

describe('the command of a request', () => {
  const florin = new Florin({
    baseUrl: 'https://florin.example',
    apiKey: 'flk_secret',
    fetch: inspectedFetch,
  });

  it('is a dry run if the request was one, and has no secret', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
    const body = { account_id: 'acct_1', type: 'credit', amount: 100, currency: 'USD' } as const;
    await florin.transactions.dryRun(body);
    expect(lastCommand().split(' \\\n  ')).toEqual([
      "curl -X POST 'https://florin.example/v1/transactions'",
      '-H "Authorization: Bearer $FLORIN_TOKEN"',
      "-H 'content-type: application/json'",
      "-H 'dry-run: true'",
      `-d '${JSON.stringify(body)}'`,
    ]);
  });

  it('has the accepted format', async () => {
    const response = new Response('', { headers: { 'content-type': 'text/csv' } });
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(response);
    const headers = { accept: 'text/csv', authorization: 'Bearer flk_secret' };
    await inspectedFetch(new Request('https://florin.example/v1/account/statement', { headers }));
    expect(lastCommand()).toContain("-H 'accept: text/csv'");
    expect(lastCommand()).not.toContain('flk_secret');
  });
});

describe('a recorded body', () => {
  it('has no passwords', () => {
    const body = {
      email: 'ada@example.com',
      password: 'a "quoted\\" one',
      current_password: '"',
      name: 'Ada',
    };
    expect(JSON.parse(withoutPasswords(JSON.stringify(body)))).toEqual({
      ...body,
      password: '…',
      current_password: '…',
    });
  });

  it('is otherwise unchanged', () => {
    const body = JSON.stringify({ amount: 100, reference: 'password' });
    expect(withoutPasswords(body)).toBe(body);
  });
});
