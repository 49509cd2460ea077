import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EchoModule } from '../support/echo.module.js';
import { readUntilClosed, sendRaw } from '../support/raw-request.js';
import { type RequestOptions, type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({
    modules: [EchoModule],
    limits: { headersTimeoutMs: 300, requestTimeoutMs: 600, timeoutCheckMs: 50 },
  });
});

afterAll(() => api.stop());

const good = { amount: 7500, currency: 'USD' };
const json = { 'content-type': 'application/json' };

function expectRefusal(
  response: { status: number; body: Record<string, unknown>; headers: unknown },
  status: number,
  error = 'invalid_request',
): void {
  expect({ status: response.status, error: response.body.error }).toEqual({ status, error });
  expect(Object.keys(response.body).sort()).toEqual(['error', 'message']);
  expect(typeof response.body.message).toBe('string');
  expect(response.body.message).not.toBe('');
  const headers =
    response.headers instanceof Headers ? Object.fromEntries(response.headers) : response.headers;
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/),
    'content-type': expect.stringMatching(/^application\/json/),
    'x-content-type-options': 'nosniff',
  });
}

describe('a request with a malformed body', () => {
  it.each<[what: string, options: RequestOptions, status: number]>([
    ['is not JSON', { body: '{"amount":' }, 400],
    ['has a trailing comma', { body: '{"amount":1,}' }, 400],
    ['is an array', { body: '[]' }, 400],
    ['is null', { body: 'null' }, 400],
    ['is a number', { body: '7' }, 400],
    ['is a string', { body: '"amount"' }, 400],
    ['is empty', { headers: json }, 400],
    ['has a field of the wrong type', { body: { ...good, amount: '7500' } }, 400],
    ['has an amount of 1e300', { body: '{"amount":1e300,"currency":"USD"}' }, 400],
    ['has an amount above 2^53', { body: '{"amount":9007199254740993,"currency":"USD"}' }, 400],
    ['has a fraction for an amount', { body: { ...good, amount: 1.5 } }, 400],
    ['lacks a field', { body: { amount: 1 } }, 400],
    ['has null for a field', { body: { ...good, currency: null } }, 400],
    ['has an unknown field', { body: { ...good, colour: 'red' } }, 400],
    [
      'has an unknown field called constructor',
      { body: '{"amount":1,"currency":"USD","constructor":1}' },
      400,
    ],
    ['has an unknown field called toString', { body: '{"amount":1,"currency":"USD","toString":1}' }, 400],
    ['has a field called __proto__', { body: '{"amount":1,"currency":"USD","__proto__":{"x":1}}' }, 400],
    [
      'has __proto__ deep inside',
      { body: '{"amount":1,"currency":"USD","metadata":{"a":{"__proto__":1}}}' },
      400,
    ],
    ['names a field twice', { body: '{"amount":1,"amount":2,"currency":"USD"}' }, 400],
    ['has a NUL in a text', { body: { ...good, name: 'a\u0000b' } }, 400],
    ['has a line break in a name', { body: { ...good, name: 'a\nb' } }, 400],
    ['has a bidirectional override in a name', { body: { ...good, name: 'Ada\u202edtL' } }, 400],
    ['has a bidirectional isolate in a reference', { body: { ...good, reference: 'INV\u2066-1' } }, 400],
    ['has half a surrogate pair', { body: '{"amount":1,"currency":"USD","name":"\\ud800"}' }, 400],
    ['has a NUL in a key', { body: '{"amount":1,"currency":"USD","metadata":{"a\\u0000":1}}' }, 400],
    [
      'has half a surrogate pair in a password',
      { body: '{"amount":1,"currency":"USD","password":"\\udc00"}' },
      400,
    ],
    ['has bytes that are not UTF-8', { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 400],
    ['nests 100,000 levels deep', { body: `{"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }, 400],
    ['nests 17 levels deep', { body: `{"x":${'{"x":'.repeat(16)}1${'}'.repeat(16)}}` }, 400],
    ['is plain text', { body: 'amount=1', headers: { 'content-type': 'text/plain' } }, 415],
    ['is a form', { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['is XML', { body: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
    ['has an invalid content type', { body: '{}', headers: { 'content-type': 'json' } }, 415],
    [
      'is compressed',
      { body: Buffer.from('1f8b', 'hex'), headers: { ...json, 'content-encoding': 'gzip' } },
      415,
    ],
    ['is larger than 256 KiB', { body: { ...good, name: 'x'.repeat(300_000) } }, 413],
    ['is far larger than 256 KiB', { body: { ...good, name: 'x'.repeat(8_000_000) } }, 413],
  ])('that %s is refused', async (_, options, status) => {
    expectRefusal(await api.request('POST', '/v1/echo', options), status);
  });

  it('that exceeds 256 KiB without a Content-Length is refused', async () => {
    const head = `POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    expectRefusal(await sendRaw(api.url, head + chunk.repeat(6)), 413);
  });

  it.each(['', 'Content-Type: text/plain\r\n'])(
    'that is chunked and not JSON is refused: %j',
    async (type) => {
      const head = `POST /v1/echo HTTP/1.1\r\nHost: x\r\n${type}Transfer-Encoding: chunked\r\n\r\n`;
      expectRefusal(await sendRaw(api.url, `${head}2\r\n{}\r\n0\r\n\r\n`), 415);
      expectRefusal(await sendRaw(api.url, `${head}2\r\n{}\r\n`), 415);
      expectRefusal(await sendRaw(api.url, head), 408);
    },
  );

  it('is refused where no body is expected, unless it is empty', async () => {
    const unexpected = await api.request('POST', '/v1/echo/idle', { body: { colour: 'red', size: 1 } });
    expectRefusal(unexpected, 400);
    expect(unexpected.body.message).toBe('Unknown parameter: colour; Unknown parameter: size.');
    expect((await api.request('POST', '/v1/echo/idle', { body: {} })).status).toBe(200);
    expect((await api.request('POST', '/v1/echo/idle', { headers: json })).status).toBe(200);
    const kind = { 'content-type': 'text/plain' };
    expect((await api.request('POST', '/v1/echo/idle', { headers: kind })).status).toBe(200);
  });

  it('gets a message with every invalid field', async () => {
    const { body } = await api.request('POST', '/v1/echo', {
      body: { amount: 0, currency: 'usd', colour: 1 },
    });
    expect(body.message).toMatch(/amount must be.*currency must be/);
    expect(body.message).toMatch(/Unknown parameter: colour/);
  });

  it.each<[metadata: string, place: string]>([
    ['{"note":"a\\nb"}', 'metadata.note'],
    ['{"steps":["one","t\\u0000o"]}', 'metadata.steps'],
    ['{"deep":{"er":[{"est":"\\ud800"}]}}', 'metadata.deep.er.est'],
    [`{"${'k'.repeat(100)}":"\\u0007"}`, `metadata.${'k'.repeat(55)}…`],
  ])('gets a message with the path of the invalid character in %s', async (metadata, place) => {
    const { body } = await api.request('POST', '/v1/echo', {
      body: `{"amount":1,"currency":"USD","metadata":${metadata}}`,
    });
    expect(body.message).toBe(`${place} must not contain control characters or lone surrogates.`);
  });
});

describe('a request with a wrong URL', () => {
  it.each<[what: string, method: string, path: string, status: number, code: string]>([
    ['an unknown route', 'GET', '/v1/nothing', 404, 'not_found'],
    ['an unknown route with a body', 'POST', '/v1/nothing', 404, 'not_found'],
    ['a trailing slash', 'GET', '/v1/echo/', 404, 'not_found'],
    ['a doubled slash', 'GET', '/v1//echo', 404, 'not_found'],
    ['an over-long parameter', 'GET', `/v1/echo/${'x'.repeat(5_000)}`, 404, 'not_found'],
    ['a NUL in a parameter', 'GET', '/v1/echo/%00', 404, 'not_found'],
    ['an invalid percent-encoding in the path', 'GET', '/v1/echo/%zz', 400, 'invalid_request'],
    ['an invalid percent-encoding beside a valid one', 'GET', '/v%%331/echo', 400, 'invalid_request'],
    ['a percent-encoding that is not UTF-8', 'GET', '/v1/echo/%c0%af', 400, 'invalid_request'],
    ['an invalid percent-encoding in an unknown route', 'GET', '/v1/nothing%', 400, 'invalid_request'],
    ['an invalid percent-encoding in the query', 'GET', '/v1/echo?search=%zz', 400, 'invalid_request'],
    ['a NUL in the query', 'GET', '/v1/echo?search=%00', 400, 'invalid_request'],
    ['an unknown parameter', 'GET', '/v1/echo?colour=red', 400, 'invalid_request'],
    ['a parameter where none is declared', 'GET', '/v1/echo/one?colour=red', 400, 'invalid_request'],
    ['a parameter beside a body', 'PATCH', '/v1/echo/one?colour=red', 400, 'invalid_request'],
    ['a repeated parameter', 'GET', '/v1/echo?limit=1&limit=2', 400, 'invalid_request'],
    ['a hexadecimal number', 'GET', '/v1/echo?limit=0x10', 400, 'invalid_request'],
    ['a number out of range', 'GET', '/v1/echo?limit=101', 400, 'invalid_request'],
    ['an empty number', 'GET', '/v1/echo?limit=', 400, 'invalid_request'],
    ['an over-long URL', 'GET', `/v1/echo?search=${'x'.repeat(9_000)}`, 414, 'invalid_request'],
    ['an over-long id', 'GET', `/v1/echo/${'x'.repeat(9_000)}`, 414, 'invalid_request'],
    ['a URL longer than any limit', 'GET', `/v1/echo?search=${'x'.repeat(40_000)}`, 414, 'invalid_request'],
  ])('%s is refused', async (_, method, path, status, code) => {
    expectRefusal(await api.request(method, path, method === 'POST' ? { body: '{' } : {}), status, code);
  });

  it('a path with an empty id is an unknown route, whatever the body', async () => {
    const options = { body: 'x', headers: { 'content-type': 'text/plain' } };
    for (const [method, path] of [
      ['DELETE', '/v1/echo/'],
      ['PATCH', '/v1/echo/'],
      ['DELETE', '/v1/transactions/'],
      ['POST', '/v1/transactions//settle'],
    ] as const) {
      expectRefusal(await api.request(method, path, options), 404, 'not_found');
      expectRefusal(await api.request(method, path, { body: '{' }), 404, 'not_found');
    }
  });

  it('an invalid percent-encoding is reported without the URL', async () => {
    const { body } = await api.request('GET', '/v1/echo/%zz');
    expect(body.message).toBe('The URL contains an invalid percent-encoding.');
  });

  it('a wrong method at a known route gets the allowed methods', async () => {
    const collection = await api.request('PUT', '/v1/echo', { body: {} });
    expectRefusal(collection, 405);
    expect(collection.headers.get('allow')).toBe('GET, HEAD, POST');
    const one = await api.request('POST', '/v1/echo/some_id');
    expectRefusal(one, 405);
    expect(one.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH');
    const escaped = await api.request('PUT', '/%76%31/ech%6f', { body: {} });
    expect([escaped.status, escaped.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(escaped.headers.get('cache-control')).toBe('no-store');
  });

  it('OPTIONS returns the allowed methods of a route', async () => {
    const response = await api.request('OPTIONS', '/v1/echo');
    expect({ status: response.status, text: response.text, allow: response.headers.get('allow') }).toEqual({
      status: 204,
      text: '',
      allow: 'GET, HEAD, POST',
    });
    expectRefusal(await api.request('OPTIONS', '/v1/nothing'), 404, 'not_found');
  });

  it('HEAD gets no body even when the request is malformed', async () => {
    const host = 'Host: x\r\n';
    const huge = `HEAD /v1/echo?search=${'x'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`;
    const received = await readUntilClosed(api.url, huge);
    expect(received).toMatch(/^HTTP\/1\.1 414 /);
    expect(received).toMatch(/\r\n\r\n$/);
  });

  it('HEAD returns the same as GET, without the body', async () => {
    const head = await api.request('HEAD', '/v1/echo');
    const get = await api.request('GET', '/v1/echo');
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(String(get.text.length));
    expect((await api.request('HEAD', '/v1/nothing')).status).toBe(404);
  });
});

describe('bytes on the socket', () => {
  const host = 'Host: x\r\n';

  it.each<[what: string, bytes: string | Buffer, status: number]>([
    ['garbage', 'this is not HTTP\r\n\r\n', 400],
    ['a TLS greeting', Buffer.from('16030100c8010000c40303', 'hex'), 400],
    ['an unknown method', `BREW /v1/echo HTTP/1.1\r\n${host}\r\n`, 400],
    ['a header without a colon', `GET /v1/echo HTTP/1.1\r\n${host}nonsense\r\n\r\n`, 400],
    ['two lengths', `POST /v1/echo HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, 400],
    [
      'a length beside chunks',
      `POST /v1/echo HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    [
      'a chunk that is none',
      `POST /v1/echo HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['two hosts', `GET /v1/echo HTTP/1.1\r\n${host}Host: y\r\n\r\n`, 400],
    [
      'two tokens',
      `GET /v1/echo HTTP/1.1\r\n${host}Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
      400,
    ],
    ['two accounts', `GET /v1/echo HTTP/1.1\r\n${host}X-Account-Id: a\r\nX-Account-Id: a\r\n\r\n`, 400],
    ['two keys', `GET /v1/echo HTTP/1.1\r\n${host}Idempotency-Key: a\r\nIdempotency-Key: a\r\n\r\n`, 400],
    ['no Host header', 'GET /v1/echo HTTP/1.1\r\n\r\n', 400],
    [
      'bytes above ASCII in the address',
      Buffer.from(`GET /v1/echo?search=caf\u00e9 HTTP/1.1\r\n${host}\r\n`, 'latin1'),
      400,
    ],
    ['a fragment in the address', `GET /v1/echo#there HTTP/1.1\r\n${host}\r\n`, 400],
    ['huge headers', `GET /v1/echo HTTP/1.1\r\n${host}X-Huge: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a huge address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 414],
    ['a wish for a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405],
    ['an unknown Expect header', `GET /v1/echo HTTP/1.1\r\n${host}Expect: miracles\r\n\r\n`, 417],
    ['an asterisk for an address', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404],
    ['an address without a slash', `GET *v1/echo HTTP/1.1\r\n${host}\r\n`, 404],
    ['headers that never end', `GET /v1/echo HTTP/1.1\r\n${host}X-Slow: `, 408],
    [
      'a body that never ends',
      `POST /v1/echo HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      408,
    ],
  ])('that are %s get a response', async (_, bytes, status) => {
    expectRefusal(await sendRaw(api.url, bytes), status, status === 404 ? 'not_found' : 'invalid_request');
  });

  it('that are not a request are logged with the client’s IP address', async () => {
    const before = api.logs.length;
    await sendRaw(api.url, 'this is not HTTP\r\n\r\n');
    expect(api.logs.slice(before).map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ status: 400, refused: 'invalid_request', address: '127.0.0.1' }),
    );
  });
});

describe('headers that are lists', () => {
  it('may be sent as several header lines', async () => {
    const lists =
      'Accept: application/json\r\nAccept: */*\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2\r\n';
    const response = await sendRaw(api.url, `GET /v1/echo HTTP/1.1\r\nHost: x\r\n${lists}\r\n`);
    expect(response.status).toBe(200);
  });
});

describe('an upgrade to another protocol', () => {
  it.each(['websocket', 'h2c', 'TLS/1.0'])('such as %s is ignored', async (protocol) => {
    const upgrade = `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk\r\n`;
    const response = await sendRaw(api.url, `GET /v1/echo HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { limit: 25 } });
  });
});

describe('a valid request', () => {
  it('gets its metadata back byte for byte', async () => {
    const metadata = {
      constructor: 'c',
      toString: 't',
      hasOwnProperty: null,
      prototype: { constructor: { prototype: [1.5, -0.25, true] } },
      'emoji 🦊': '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ✓',
      '': undefined,
    };
    const sent = JSON.stringify({ ...good, metadata });
    const { status, text } = await api.request('POST', '/v1/echo', { body: sent });
    expect(status).toBe(201);
    expect(JSON.stringify((JSON.parse(text) as { metadata: unknown }).metadata)).toBe(
      JSON.stringify(metadata),
    );
  });

  it('may have control characters such as tab and bell in a password', async () => {
    const password = 'tab\tbell\u0007 ünïcödé 🦊';
    const { status, body } = await api.request('POST', '/v1/echo', { body: { ...good, password } });
    expect({ status, password: body.password }).toEqual({ status: 201, password });
  });

  it('has its name trimmed, numbers in the query parsed, and defaults filled in', async () => {
    const created = await api.request('POST', '/v1/echo', { body: { ...good, name: '  Ada  ' } });
    expect(created.body.name).toBe('Ada');
    expect((await api.request('GET', '/v1/echo?limit=7')).body).toEqual({ limit: 7 });
    expect((await api.request('GET', '/v1/echo?search=a%20b%2Bc+d')).body).toEqual({
      limit: 25,
      search: 'a b+c d',
    });
  });

  it('with PATCH distinguishes null from an absent field', async () => {
    expect((await api.request('PATCH', '/v1/echo/x', { body: { reference: null } })).body).toEqual({
      fields: ['reference'],
      reference: null,
    });
    expect((await api.request('PATCH', '/v1/echo/x', { body: {} })).body).toEqual({ fields: [] });
    expectRefusal(await api.request('PATCH', '/v1/echo/x', { body: { name: null } }), 400);
  });

  it('with DELETE may have the JSON content type and no body', async () => {
    const response = await api.request('DELETE', '/v1/echo/x', { headers: json });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { body: null } });
    expect((await api.request('DELETE', '/v1/echo/x')).status).toBe(200);
  });

  it.each(['', 'Content-Type: text/plain\r\n', 'Content-Type: application/json\r\n'])(
    'with DELETE may have an empty chunked body: %j',
    async (type) => {
      const head = `DELETE /v1/echo/x HTTP/1.1\r\nHost: x\r\n${type}Transfer-Encoding: chunked\r\n\r\n`;
      const { status, body } = await sendRaw(api.url, `${head}0\r\n\r\n`);
      expect({ status, body }).toEqual({ status: 200, body: { body: null } });
    },
  );

  it('may have a charset in its content type', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await api.request('POST', '/v1/echo', { body: good, headers })).status).toBe(201);
  });
});

describe('an unexpected error', () => {
  it('returns internal_error without details, and is logged with the request id', async () => {
    const response = await api.request('GET', '/v1/echo/fails/unexpectedly', {
      headers: { 'x-request-id': 'trace-me.42' },
    });
    expectRefusal(response, 500, 'internal_error');
    expect(response.text).not.toMatch(/canary|4711/);
    expect(response.headers.get('x-request-id')).toBe('trace-me.42');
    const logged = api.logs.find((line) => line.includes('canary')) ?? '{}';
    expect(JSON.parse(logged)).toMatchObject({ level: 'error', requestId: 'trace-me.42' });
  });

  it('may have another status that the operation declares', async () => {
    expectRefusal(await api.request('GET', '/v1/echo/fails/otherwise'), 403, 'unauthorized');
  });
});
