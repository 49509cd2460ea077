import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Bank, type Customer } from '../support/bank.js';
import { EchoModule, heldRequests } from '../support/echo.module.js';
import { readUntilClosed } from '../support/raw-request.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';

const HOST = 'Host: x\r\n';
const TUNNEL = `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`;
const CHUNKED = `${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe('a payment followed by malformed bytes', () => {
  let bank: Bank;
  let customer: Customer;
  let created = 0;

  beforeAll(async () => {
    bank = await Bank.open();
    customer = await bank.customer(1_000_000);
  });
  afterAll(() => bank.close());

  const payment = (body: string, more = ''): string =>
    `POST /v1/transactions HTTP/1.1\r\n${HOST}Authorization: Bearer ${customer.token}\r\n${more}` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const aBody = (reference: string): string =>
    JSON.stringify({ account_id: customer.id, amount: 500, currency: 'USD', type: 'payment', reference });
  const countByReference = async (reference: string): Promise<number> => {
    const response = await bank.send('GET', '/v1/transactions?limit=100', customer.token);
    const { data } = response.body as { data: { reference: string | null }[] };
    return data.filter((transaction) => transaction.reference === reference).length;
  };
  const metrics = async (): Promise<string> => (await bank.api.request('GET', '/metrics')).text;

  it.each<[what: string, behind: string, status: number]>([
    ['a trailing NUL of a C string', '\0', 400],
    ['a word', 'nonsense', 400],
    ['a malformed request', `GET /v1/account HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, 400],
    ['headers that are too large', `GET / HTTP/1.1\r\n${HOST}X-Huge: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a broken chunk', `POST /v1/transactions HTTP/1.1\r\n${CHUNKED}zz\r\n`, 400],
    ['a CONNECT request', TUNNEL, 405],
  ])('gets its response first and is created once: %s', async (_, behind, status) => {
    const reference = `behind-${++created}`;
    const received = await readUntilClosed(bank.api.url, payment(aBody(reference)) + behind);
    expect(statusesIn(received)).toEqual([201, status]);
    expect(await countByReference(reference)).toBe(1);
  });

  it('with Connection: close gets the only response', async () => {
    const last = payment(aBody('the-last'), 'Connection: close\r\n');
    expect(statusesIn(await readUntilClosed(bank.api.url, `${last}\0`))).toEqual([201]);
    expect(await countByReference('the-last')).toBe(1);
  });

  it('is not created when it is malformed itself', async () => {
    const [head = ''] = payment(aBody('broken')).split('Content-Type');
    const chunk = `${aBody('broken').length.toString(16)}\r\n${aBody('broken')}\r\n`;
    const received = await readUntilClosed(bank.api.url, `${head.replace(HOST, '')}${CHUNKED}${chunk}zz\r\n`);
    expect(statusesIn(received)).toEqual([400]);
    expect(await countByReference('broken')).toBe(0);
  });

  it.each(['end', 'resetAndDestroy'] as const)(
    'is not created when the client disconnects before the end of the body: %s',
    async (disconnect) => {
      const { hostname, port } = new URL(bank.api.url);
      const before = bank.api.logs.length;
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      // The JSON is complete; only a trailing space of the body is missing.
      socket.write(payment(`${aBody(disconnect)} `).slice(0, -1));
      await until('the request is in flight', async () =>
        (await metrics()).includes('http_requests_in_flight 2\n'),
      );
      socket[disconnect]();
      await until('the request is aborted', async () =>
        (await metrics()).includes('http_requests_in_flight 1\n'),
      );
      expect(await countByReference(disconnect)).toBe(0);
      expect(bank.api.logs.slice(before).join('')).not.toContain('"status":201');
    },
  );
});

describe('malformed bytes behind requests in flight', () => {
  const HELD = `POST /v1/echo/held HTTP/1.1\r\n${HOST}\r\n`;
  const BODY = '{"amount":1,"currency":"USD"}';
  const POST =
    `POST /v1/echo HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n` +
    `Content-Length: ${BODY.length}\r\n\r\n${BODY}`;
  let api: RunningApi;

  beforeAll(async () => {
    api = await startApi({
      modules: [EchoModule],
      limits: { headersTimeoutMs: 300, requestTimeoutMs: 300, timeoutCheckMs: 50 },
    });
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    heldRequests.close();
  });

  /** The request for /metrics is in flight, too. */
  const areInFlight = async (others: number): Promise<boolean> =>
    (await api.request('GET', '/metrics')).text.includes(`http_requests_in_flight ${others + 1}\n`);

  it.each<[what: string, behind: string, status: number]>([
    ['garbage', '\0', 400],
    ['a tunnel', TUNNEL, 405],
    ['a broken chunk', `POST /v1/echo HTTP/1.1\r\n${CHUNKED}zz\r\n`, 400],
    ['half a body', POST.slice(0, -1), 408],
  ])('get their response after those requests: %s', async (_, behind, status) => {
    const received = readUntilClosed(api.url, HELD + POST + HELD + POST + behind);
    await until('the requests are in flight', async () => !(await areInFlight(0)));
    // Longer than the request timeout.
    await new Promise((resolve) => setTimeout(resolve, 600));
    heldRequests.open();
    expect(statusesIn(await received)).toEqual([200, 201, 200, 201, status]);
    await until('no request is in flight', () => areInFlight(0));
  });

  it('end the connection: later bytes are not read', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(HELD + POST.slice(0, -1));
    await new Promise((resolve) => setTimeout(resolve, 600));
    socket.write(POST.slice(-1) + POST);
    await new Promise((resolve) => setTimeout(resolve, 100));
    heldRequests.open();
    await closed;
    expect(statusesIn(received)).toEqual([200, 408]);
  });

  it.each([
    ['garbage', '\0'],
    ['a tunnel', TUNNEL],
  ])('leave no request in flight when the client disconnects: %s', async (_, behind) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(HELD + HELD + HELD + behind);
    await until('the requests are in flight', () => areInFlight(3));
    socket.resetAndDestroy();
    heldRequests.open();
    await until('no request is in flight', () => areInFlight(0), 5_000);
  });

  it('get a response with a body behind a HEAD request, whose response has none', async () => {
    const received = await readUntilClosed(api.url, `HEAD /v1/echo HTTP/1.1\r\n${HOST}\r\n\0`);
    expect(statusesIn(received)).toEqual([200, 400]);
    expect(received.slice(received.lastIndexOf('\r\n\r\n') + 4)).toContain('invalid_request');
  });
});
