import { Controller, Delete, Get, Module, Post } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningApi, startApi } from '../support/running-api.js';
import { openApiContract } from '../support/contract.js';

/** Replaces real operations and returns responses that violate the OpenAPI document. */
@Controller('v1')
class NonconformingController {
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
    // No body, though the document has one.
  }

  @Post('auth/login')
  logIn(): object {
    return { access_token: 'x' };
  }
}

@Module({ controllers: [NonconformingController] })
class NonconformingModule {}

describe('a service that violates the OpenAPI document', () => {
  it.each([
    ['a body that does not match the schema', 'GET', '/v1/account/balance', /available must be integer/],
    ['an undocumented field', 'GET', '/v1/events', /must NOT have additional properties/],
    ['a missing body', 'DELETE', '/v1/account', /with the content type ""/],
    ['an undocumented status', 'POST', '/v1/auth/login', /returned 201, which is not documented/],
  ])('is detected by %s', async (_, method, path, problem) => {
    const api = await startApi({ modules: [NonconformingModule] });
    await expect(api.request(method, path)).rejects.toThrow(problem);
    await expect(api.stop()).rejects.toThrow('Responses do not match openapi.json');
  });

  it('is detected at stop() when the test ignored the response', async () => {
    const api = await startApi({ modules: [NonconformingModule] });
    await fetch(`${api.url}/v1/events`);
    await expect(api.stop()).rejects.toThrow('GET /v1/events returned 200');
  });

  it('is detected by a missing header', () => {
    const response = {
      method: 'GET',
      url: '/v1/account',
      status: 503,
      text: '{"error":"unavailable","message":"x"}',
    };
    const headers = { 'content-type': 'application/json', 'x-request-id': 'x' };
    expect(openApiContract().problemOf({ ...response, headers })).toMatch('without the header retry-after');
    expect(
      openApiContract().problemOf({ ...response, headers: { ...headers, 'retry-after': '1' } }),
    ).toBeUndefined();
  });
});

describe('a service that conforms to the OpenAPI document', () => {
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
  ])('returns a documented response to %s %s', async (method, path, status) => {
    expect((await api.request(method, path)).status).toBe(status);
  });

  it('returns a documented response to an over-long URL', async () => {
    expect((await api.request('GET', `/v1/transactions?${'x'.repeat(9_000)}`)).status).toBe(414);
  });

  it('serves the committed document with its own server URL', async () => {
    const { body } = await api.request('GET', '/openapi.json');
    const { default: committed } = (await import('../../openapi.json', { with: { type: 'json' } })) as {
      default: object;
    };
    expect({ ...body, servers: [{ url: '/' }] }).toEqual({ ...committed, servers: [{ url: '/' }] });
    expect(body.servers).toEqual([{ url: api.url }]);
  });
});
