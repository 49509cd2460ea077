import { Controller, Delete, Get, Module, Post } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningApi, startApi } from '../support/running-api.js';
import { openApiContract } from '../support/contract.js';

/** Stands where real operations stand and answers what they never would. */
@Controller('v1')
class UnfaithfulController {
  @Get('account/balance')
  balance(): object {
    const account_id = 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j';
    const updated_at = '2026-01-31T09:30:00.000Z';
    return { account_id, currency: 'USD', available: 75.5, held: 0, incoming: 0, updated_at };
  }

  @Get('events')
  events(): object {
    return { object: 'list', data: [], has_more: false, next: 'surprise' };
  }

  @Delete('account')
  close(): void {
    // An answer without a body, where one is promised.
  }

  @Post('auth/login')
  logIn(): object {
    return { access_token: 'x' };
  }
}

@Module({ controllers: [UnfaithfulController] })
class UnfaithfulSlice {}

describe('a service that breaks its contract', () => {
  it.each([
    ['a body of another shape', 'GET', '/v1/account/balance', /available must be integer/],
    ['a field that nobody described', 'GET', '/v1/events', /must NOT have additional properties/],
    ['an answer without the promised body', 'DELETE', '/v1/account', /with the content type ""/],
    ['a status that is not listed', 'POST', '/v1/auth/login', /returned 201, which is not documented/],
  ])('is caught with %s', async (_, method, path, words) => {
    const api = await startApi({ slices: [UnfaithfulSlice] });
    await expect(api.request(method, path)).rejects.toThrow(words);
    await expect(api.stop()).rejects.toThrow('Responses do not match openapi.json');
  });

  it('is caught at its end when nobody looked at the answer', async () => {
    const api = await startApi({ slices: [UnfaithfulSlice] });
    await fetch(`${api.url}/v1/events`);
    await expect(api.stop()).rejects.toThrow('GET /v1/events returned 200');
  });

  it('is caught leaving out a header', () => {
    const answer = {
      method: 'GET',
      url: '/v1/account',
      status: 503,
      text: '{"error":"unavailable","message":"x"}',
    };
    const headers = { 'content-type': 'application/json', 'x-request-id': 'x' };
    expect(openApiContract().problemOf({ ...answer, headers })).toMatch('without the header retry-after');
    expect(
      openApiContract().problemOf({ ...answer, headers: { ...headers, 'retry-after': '1' } }),
    ).toBeUndefined();
  });
});

describe('a service that keeps it', () => {
  let api: RunningApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it.each([
    ['GET', '/v1/account', 401],
    ['GET', '/v1/nowhere', 404],
    ['PUT', '/v1/account', 405],
    ['POST', '/v1/transactions', 401],
    ['GET', '/v1/transactions?limit=%00', 400],
    ['GET', '/v1/transactions/%zz', 400],
    ['GET', '/health/ready', 200],
    ['GET', '/metrics', 200],
  ])('answers %s %s as it says', async (method, path, status) => {
    expect((await api.request(method, path)).status).toBe(status);
  });

  it('answers an endless address as it says', async () => {
    expect((await api.request('GET', `/v1/transactions?${'x'.repeat(9_000)}`)).status).toBe(414);
  });

  it('serves the committed document, but for where it is', async () => {
    const { body } = await api.request('GET', '/openapi.json');
    const { default: committed } = (await import('../../openapi.json', { with: { type: 'json' } })) as {
      default: object;
    };
    expect({ ...body, servers: [{ url: '/' }] }).toEqual({ ...committed, servers: [{ url: '/' }] });
    expect(body.servers).toEqual([{ url: api.url }]);
  });
});
