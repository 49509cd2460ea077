import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/account-holders.js';
import { readUntilClosed } from '../support/raw-request.js';
import { type RunningApi, startApi } from '../support/running-api.js';

// A proxy may see the end of such a request elsewhere, and forward a part of its body as the request of another client.
describe('a request with ambiguous framing', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await startApi();
    ({ token } = await openAccount(api, { name: 'Unchanged' }));
  });
  afterAll(() => api.stop());

  const hiddenRequest = (): string => {
    const body = JSON.stringify({ name: 'Changed' });
    return (
      `PATCH /v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    );
  };
  const chunked = (line: string, encoding: string): string =>
    `${line}\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: ${encoding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
  const POST = 'POST /v1/auth/login';

  it.each<[what: string, request: string, message: string]>([
    ['HTTP/1.0 with chunks', chunked(`${POST} HTTP/1.0`, 'chunked'), 'Transfer-Encoding requires HTTP/1.1.'],
    [
      'HTTP/1.0 with chunks and keep-alive',
      chunked(`${POST} HTTP/1.0\r\nConnection: keep-alive`, 'chunked'),
      'Transfer-Encoding requires HTTP/1.1.',
    ],
    ['two encodings', chunked(`${POST} HTTP/1.1`, 'identity, chunked'), 'Transfer-Encoding must be chunked.'],
    [
      'two encodings on two lines',
      chunked(`${POST} HTTP/1.1\r\nTransfer-Encoding: identity`, 'chunked'),
      'Transfer-Encoding must be chunked.',
    ],
    ['no version', `GET /v1/account\r\nHost: x\r\n\r\n`, 'The request line must end with HTTP/1.1.'],
    ['no version and no headers', 'GET /v1/account\r\n\r\n', 'The request line must end with HTTP/1.1.'],
  ])('gets 400, and nothing behind it runs: %s', async (_, request, message) => {
    const received = await readUntilClosed(api.url, request + hiddenRequest());
    expect(received.match(/^HTTP\/1\.1 \d{3}/gm)).toEqual(['HTTP/1.1 400']);
    expect(received).toMatch(/^connection: close\r$/im);
    const [, body = ''] = received.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ error: 'invalid_request', message });
    expect((await api.request('GET', '/v1/account', { token })).body).toMatchObject({ name: 'Unchanged' });
  });

  it('closes the connection even if its URL is malformed', async () => {
    const request = chunked('POST /v1/%zz HTTP/1.1', 'identity, chunked');
    const received = await readUntilClosed(api.url, request + hiddenRequest());
    expect(received.match(/^HTTP\/1\.1 \d{3}/gm)).toEqual(['HTTP/1.1 400']);
    expect((await api.request('GET', '/v1/account', { token })).body).toMatchObject({ name: 'Unchanged' });
  });

  it('does not affect the request before it', async () => {
    const before = `GET /v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const received = await readUntilClosed(
      api.url,
      before + chunked(`${POST} HTTP/1.1`, 'identity, chunked'),
    );
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('is none of HTTP/1.0 with a length and HTTP/1.1 with chunks', async () => {
    const login = JSON.stringify({ email: 'unknown@example.com', password: 'a wrong password' });
    const type = 'Content-Type: application/json\r\nConnection: close\r\n';
    const withLength = `${POST} HTTP/1.0\r\n${type}Content-Length: ${login.length}\r\n\r\n${login}`;
    const chunk = `${login.length.toString(16)}\r\n${login}\r\n0\r\n\r\n`;
    const withChunks = `${POST} HTTP/1.1\r\nHost: x\r\n${type}Transfer-Encoding: Chunked\r\n\r\n${chunk}`;
    for (const request of [withLength, withChunks])
      expect(await readUntilClosed(api.url, request)).toMatch(/^HTTP\/1\.1 401 /);
  });
});
