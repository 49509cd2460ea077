import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EchoModule } from '../support/echo.module.js';
import { sendRaw } from '../support/raw-request.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ modules: [EchoModule], environment: { PUBLIC_URL: 'https://florin.example' } });
});

afterAll(() => api.stop());

describe('health', () => {
  it('is live and ready', async () => {
    expect(await api.request('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await api.request('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    });
  });
});

describe('every response', () => {
  it('has a request id: the caller’s if it is valid, else a new one', async () => {
    const idFor = async (given?: string): Promise<string | null> => {
      const headers = given === undefined ? {} : { 'x-request-id': given };
      return (await api.request('GET', '/v1/echo', { headers })).headers.get('x-request-id');
    };
    expect(await idFor('abc.DEF_123-x')).toBe('abc.DEF_123-x');
    expect(await idFor('x'.repeat(129))).toMatch(/^[0-9a-f]{32}$/);
    expect(await idFor('no blanks')).toMatch(/^[0-9a-f]{32}$/);
    expect(await idFor()).not.toBe(await idFor());
  });

  it('has headers against content sniffing, framing and caching', async () => {
    for (const path of ['/v1/echo', '/v1/nothing', '/v1/echo/%zz']) {
      const { headers } = await api.request('GET', path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
  });

  it.each([
    'GET /v1/echo HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/echo/%zz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET *v1/echo HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/echo HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n',
    'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    'not HTTP\r\n\r\n',
  ])('has the same security headers, whether Nest, Fastify or Node wrote it: %j', async (bytes) => {
    expect((await sendRaw(api.url, bytes)).headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
    });
  });
});

describe('a response with a body', () => {
  it.each([
    ['GET', '/v1/echo', 'application/json; charset=utf-8'],
    ['GET', '/v1/nothing', 'application/json; charset=utf-8'],
    ['GET', '/v1/echo/%zz', 'application/json; charset=utf-8'],
    ['PUT', '/v1/echo', 'application/json; charset=utf-8'],
    ['GET', '/health/live', 'application/json; charset=utf-8'],
    ['GET', '/openapi.json', 'application/json; charset=utf-8'],
    ['GET', '/metrics', 'text/plain; version=0.0.4; charset=utf-8'],
    ['GET', '/docs', 'text/html; charset=utf-8'],
    ['GET', '/docs/reference.css', 'text/css; charset=utf-8'],
    ['GET', '/docs/reference.js', 'text/javascript; charset=utf-8'],
    ['GET', '/docs/scalar.js', 'text/javascript; charset=utf-8'],
  ])('to %s %s has a content type with a charset', async (method, path, type) => {
    expect((await api.request(method, path)).headers.get('content-type')).toBe(type);
  });
});

describe('a page of another origin', () => {
  it('gets no CORS headers', async () => {
    const headers = {
      origin: 'https://other.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const response = await api.request(method, '/v1/echo', { headers });
      const named = [...response.headers.keys()];
      expect(named.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });
});

describe('the log', () => {
  it('has one line per request with the route template, without URL, headers or body', async () => {
    const canary = 'canary-7f3a';
    await api.request('POST', `/v1/echo`, {
      body: { amount: 1, currency: 'USD', password: canary, reference: canary, metadata: { token: canary } },
      token: canary,
      headers: { 'x-request-id': 'log-me', cookie: `session=${canary}` },
    });
    await api.request('GET', `/v1/echo/${canary}?search=${canary}`);
    await api.request('POST', `/v1/${canary}`, { body: `{"password":"${canary}"` });

    expect(api.logs.filter((line) => line.includes(canary))).toEqual([]);
    const lines = api.logs
      .filter((line) => line.includes('"log-me"'))
      .map((line) => JSON.parse(line) as object);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'info', method: 'POST', route: '/v1/echo', status: 201 });
    expect(api.logs.some((line) => line.includes('"route":"/v1/echo/:id"'))).toBe(true);
  });
});

describe('the log line of a rejected request', () => {
  it.each([
    ['GET', '/v1/nothing', 404, 'not_found'],
    ['GET', '/v1/echo/%zz', 400, 'invalid_request'],
    ['GET', '/v1/echo?limit=1&limit=2', 400, 'invalid_request'],
    ['PUT', '/v1/echo', 405, 'invalid_request'],
  ])('has the error code and the IP address of the caller: %s %s', async (method, path, status, refused) => {
    await api.request(method, path, { headers: { 'x-request-id': `refused-${status}` } });
    const line = api.logs.findLast((entry) => entry.includes(`"refused-${status}"`)) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ method, status, refused, address: '127.0.0.1' });
  });

  it('differs from a successful request, which has neither', async () => {
    await api.request('GET', '/v1/echo', { headers: { 'x-request-id': 'served' } });
    const line = api.logs.find((entry) => entry.includes('"served"')) ?? '';
    expect(line).toContain('"status":200');
    expect(line).not.toMatch(/refused|address/);
  });
});

describe('a proxy', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };

  it('is not trusted by default', async () => {
    const response = await api.request('GET', '/v1/echo/secure/request', { headers: forwarded });
    expect(response.status).toBe(400);
  });

  it('is trusted when TRUST_PROXY contains it', async () => {
    const trusting = await startApi({ modules: [EchoModule], environment: { TRUST_PROXY: '127.0.0.1' } });
    const response = await trusting.request('GET', '/v1/echo/secure/request', { headers: forwarded });
    const other = await startApi({ modules: [EchoModule], environment: { TRUST_PROXY: '10.0.0.0/8' } });
    const untrusted = await other.request('GET', '/v1/echo/secure/request', { headers: forwarded });
    await Promise.all([trusting.stop(), other.stop()]);
    expect(response).toMatchObject({ status: 200, body: { protocol: 'https', ip: '203.0.113.9' } });
    expect(untrusted.status).toBe(400);
  });
});

describe('a start that fails to listen', () => {
  it('reports in one line which setting is wrong', async () => {
    const port = new URL(api.url).port;
    const start = (environment: Record<string, string>): Promise<unknown> =>
      startApi({ modules: [EchoModule], databaseUrl: api.databaseUrl, environment });
    await expect(start({ PORT: port })).rejects.toThrow(
      /^PORT \d+ is in use by another program on 127\.0\.0\.1$/,
    );
    await expect(start({ HOST: '203.0.113.9' })).rejects.toThrow(/^HOST 203\.0\.113\.9 is not an address/);
  });
});

describe('/metrics', () => {
  it('has requests by route template, the connection pool and the event loop lag', async () => {
    await api.request('GET', '/v1/echo/one');
    const { status, text, headers } = await api.request('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/v1\/echo\/:id",status="404"\} [1-9]/,
    );
    expect(text).toMatch(/^db_pool_connections \d+$/m);
    expect(text).toMatch(/^db_pool_waiting 0$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    // Only the request for /metrics itself.
    expect(text).toMatch(/^http_requests_in_flight 1$/m);
  });

  it('requires METRICS_TOKEN in requests that a proxy forwarded', async () => {
    const METRICS_TOKEN = 'a-token-of-the-tests';
    const scraped = await startApi({ modules: [EchoModule], environment: { METRICS_TOKEN } });
    const statuses = await Promise.all(
      [api, scraped].flatMap((one) =>
        [METRICS_TOKEN, `${METRICS_TOKEN}s`, undefined].map(async (token) => {
          const headers = { 'x-forwarded-for': '192.0.2.1' };
          const { status } = await one.request('GET', '/metrics', { headers, ...(token && { token }) });
          return status;
        }),
      ),
    );
    const refused = await api.request('GET', '/metrics', { headers: { forwarded: 'for=192.0.2.1' } });
    await scraped.stop();
    expect(statuses).toEqual([404, 404, 404, 200, 404, 404]);
    expect(refused).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('is rendered once for all requests within a second', async () => {
    const polled = await startApi({ modules: [EchoModule], metricsMaxAgeMs: 60_000 });
    const responses = await Promise.all(Array.from({ length: 50 }, () => polled.request('GET', '/metrics')));
    const later = await polled.request('GET', '/metrics');
    await polled.stop();
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    // Each rendering differs in the CPU time that the process has used.
    expect(new Set([...responses, later].map(({ text }) => text)).size).toBe(1);
  });
});

interface OpenApi {
  readonly components: {
    readonly schemas: {
      readonly Error: unknown;
      readonly NewEcho: unknown;
      readonly EchoChange: { readonly properties: { readonly reference: { readonly type: unknown } } };
    };
  };
  readonly paths: {
    readonly '/v1/echo': {
      readonly get: { readonly parameters: unknown; readonly responses: { readonly default: unknown } };
    };
  };
}

describe('the documentation', () => {
  it('is an OpenAPI 3.1 document generated from the DTOs that validate requests', async () => {
    const { body, headers } = await api.request<OpenApi>('GET', '/openapi.json');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://florin.example' }] });
    expect(body.components.schemas.NewEcho).toMatchObject({
      required: ['amount', 'currency'],
      properties: { amount: { type: 'integer', format: 'int64', minimum: 1, maximum: 1_000_000_000_000 } },
    });
    expect(body.components.schemas.EchoChange.properties.reference.type).toEqual(['string', 'null']);
    expect(body.paths['/v1/echo'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'limit', in: 'query', required: false }),
    );
  });

  it('documents health checks, metrics and the error response of every operation', async () => {
    const { body } = await api.request<OpenApi>('GET', '/openapi.json');
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/health/live', '/health/ready', '/metrics']),
    );
    expect(body.components.schemas.Error).toMatchObject({
      required: ['error', 'message'],
      properties: { error: { enum: expect.arrayContaining(['invalid_request', 'unavailable']) } },
    });
    expect(body.paths['/v1/echo'].get.responses.default).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
  });

  it.each(['/docs', '/docs/', '/docs?from=mail', '/docs/?from=mail', '/docs?next=/'])(
    'has a page at %s that loads nothing from another host',
    async (path) => {
      const page = await api.request('GET', path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
      const urls = [...page.text.matchAll(/(?:src|href)=["']([^"']+)["']/g)].map(([, url = '']) => url);
      const wanted = urls.filter((url) => !url.startsWith('#'));
      expect(wanted.length).toBeGreaterThan(3);
      for (const url of wanted) {
        const target = new URL(url, `${api.url}${path}`);
        expect(target.origin).toBe(api.url);
        expect((await fetch(target)).status).toBe(200);
      }
      expect(page.text).not.toMatch(/<script>/);
    },
  );

  it('leaves / to the console, below the path of PUBLIC_URL', async () => {
    const below = await startApi({
      modules: [EchoModule],
      databaseUrl: api.databaseUrl,
      environment: { PUBLIC_URL: 'https://florin.example/payments/' },
    });
    const redirectOf = async ({ url }: RunningApi) => {
      const { status, headers } = await fetch(url, { redirect: 'manual' });
      return [status, headers.get('location')];
    };
    const redirects = [await redirectOf(api), await redirectOf(below)];
    await below.stop();
    expect(redirects).toEqual([
      [302, '/console'],
      [302, '/payments/console'],
    ]);
  });

  it('has its script compressed for browsers that accept gzip, and plain for others', async () => {
    const headersFor = async (encoding: string) => {
      const { headers } = await fetch(`${api.url}/docs/scalar.js`, {
        headers: { 'accept-encoding': encoding },
      });
      return Object.fromEntries(headers);
    };
    const [compressed, plain] = [await headersFor('br, gzip'), await headersFor('identity')];
    expect(compressed).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(plain).not.toHaveProperty('content-encoding');
    expect(Number(compressed['content-length'])).toBeLessThan(Number(plain['content-length']) / 2);
  });

  it('returns 404 not_found for a missing asset', async () => {
    expect(await api.request('GET', '/docs/nothing.js')).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });

  it.each([
    'index.html',
    'package.json',
    'page.js',
    'js/scalar.js',
    'openapi.json',
    '../package.json',
    '%2e%2e/package.json',
    '..%2f..%2fpackage.json',
    '..%5cpackage.json',
    'a%00b',
  ])('serves only the files of the page, not %s', async (file) => {
    const response = await sendRaw(
      api.url,
      `GET /docs/${file} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('rejects a path that is only valid when decoded twice', async () => {
    const response = await api.request('GET', '/doc%%373/package.json');
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});
