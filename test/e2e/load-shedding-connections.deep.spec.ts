import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EchoModule, heldRequests } from '../support/echo.module.js';
import { type TestResponse, type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';

const CAPACITY = 3;

let api: RunningApi;
let heldResponses: Promise<TestResponse>[];
let connection: RawConnection;

beforeAll(async () => {
  api = await startApi({ modules: [EchoModule], limits: { inFlight: CAPACITY } });
});
afterAll(() => api.stop());
beforeEach(() => {
  heldRequests.close();
  heldResponses = [];
  connection = new RawConnection(api.url);
});
afterEach(async () => {
  connection.end();
  await releaseCapacity();
});

/** A raw connection: each write is sent as one packet, and responses are read one by one. */
class RawConnection {
  private readonly socket: Socket;
  private received = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
    this.socket.on('error', () => undefined);
  }

  write(text: string): void {
    this.socket.write(text, 'latin1');
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  async nextResponse(): Promise<{ status: number; head: string; body: string }> {
    let end = 0;
    await until('a response has arrived', () => {
      const headEnd = this.received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(this.received)?.[1] ?? 0);
      end = headEnd + 4 + length;
      return headEnd !== -1 && this.received.length >= end;
    });
    const text = this.received.slice(0, end);
    this.received = this.received.slice(end);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body };
  }

  async sendAndReceive(text: string) {
    this.write(text);
    return this.nextResponse();
  }

  async ended(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close');
  }

  end(): void {
    this.socket.destroy();
  }
}

const GET = 'GET /v1/echo HTTP/1.1\r\nhost: x\r\n\r\n';
const POST =
  'POST /v1/echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"text":"one"}'.slice(
    0,
    -1,
  );

/** Uses all capacity until `releaseCapacity`. */
async function fillCapacity(): Promise<void> {
  // A request that is still in flight would cause one of these to be shed, and the capacity would never be used up.
  await until('no request is in flight', () => areInFlight(0));
  heldResponses = Array.from({ length: CAPACITY }, () => api.request('POST', '/v1/echo/held'));
  await until('all capacity is used', () => areInFlight(CAPACITY));
}

/** The request for /metrics is in flight, too. */
async function areInFlight(others: number): Promise<boolean> {
  const { text } = await api.request('GET', '/metrics');
  return text.includes(`http_requests_in_flight ${others + 1}\n`);
}

async function releaseCapacity(): Promise<void> {
  heldRequests.open();
  await Promise.all(heldResponses);
}

const headerNamesOf = (head: string): string[] =>
  head
    .split('\r\n')
    .slice(1)
    .map((header) => header.split(':')[0]!)
    .filter((name) => !['date', 'keep-alive'].includes(name))
    .sort();

describe('a connection whose requests are shed', () => {
  it('gets the same 503 each time, and is served again when there is capacity', async () => {
    await fillCapacity();
    const first = await connection.sendAndReceive(GET);
    const later = [
      await connection.sendAndReceive(GET),
      await connection.sendAndReceive(GET),
      await connection.sendAndReceive(GET),
    ];
    for (const response of [first, ...later]) {
      expect(response).toMatchObject({ status: 503, body: first.body });
      expect(headerNamesOf(response.head)).toEqual(headerNamesOf(first.head));
      expect(response.head).toContain('retry-after: 1');
    }
    const ids = [first, ...later].map(({ head }) => /x-request-id: (\S+)/.exec(head)?.[1]);
    expect(new Set(ids).size).toBe(4);
    expect((await connection.sendAndReceive('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n')).status).toBe(
      200,
    );
    await releaseCapacity();
    expect((await connection.sendAndReceive(GET)).status).toBe(200);
    expect((await connection.sendAndReceive(GET)).status).toBe(200);
  });

  it('may send requests in parts, pipelined, or with a body that is not read', async () => {
    await fillCapacity();
    expect((await connection.sendAndReceive(GET)).status).toBe(503);
    connection.write(GET.slice(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await connection.sendAndReceive(GET.slice(20))).status).toBe(503);
    connection.write(GET + POST + GET);
    expect(
      [await connection.nextResponse(), await connection.nextResponse(), await connection.nextResponse()].map(
        ({ status }) => status,
      ),
    ).toEqual([503, 503, 503]);
    const chunked =
      'POST /v1/echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    expect((await connection.sendAndReceive(chunked)).status).toBe(503);
    expect((await connection.sendAndReceive(GET)).status).toBe(503);
    connection.write(POST.slice(0, -4));
    expect((await connection.nextResponse()).status).toBe(503);
    expect((await connection.sendAndReceive(POST.slice(-4) + GET)).status).toBe(503);
    expect((await connection.sendAndReceive(GET)).status).toBe(503);
    await releaseCapacity();
    expect((await connection.sendAndReceive(GET)).status).toBe(200);
  });

  it('gets its own request id, and is closed on request or after malformed bytes', async () => {
    await fillCapacity();
    expect((await connection.sendAndReceive(GET)).status).toBe(503);
    const named = await connection.sendAndReceive(
      'GET /v1/echo HTTP/1.1\r\nhost: x\r\nx-request-id: own-1\r\n\r\n',
    );
    expect(named.head).toContain('x-request-id: own-1');
    expect((await connection.sendAndReceive('nonsense\r\n\r\n')).status).toBe(400);
    await connection.ended();
    const other = new RawConnection(api.url);
    expect((await other.sendAndReceive(GET)).status).toBe(503);
    const closing = await other.sendAndReceive(
      'GET /v1/echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    );
    expect(closing).toMatchObject({ status: 503 });
    expect(closing.head).toContain('connection: close');
    await other.ended();
  });

  it('gets its 503 before the response to malformed bytes behind the request, and is closed', async () => {
    for (const [behind, status] of [
      ['\0', 400],
      ['CONNECT other:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ] as const) {
      const other = new RawConnection(api.url);
      await fillCapacity();
      expect([(await other.sendAndReceive(GET)).status, (await other.sendAndReceive(GET)).status]).toEqual([
        503, 503,
      ]);
      other.write(POST + behind);
      expect([(await other.nextResponse()).status, (await other.nextResponse()).status]).toEqual([
        503,
        status,
      ]);
      await other.ended();
      await releaseCapacity();
      heldRequests.close();
    }
  });

  it('gets 405 for CONNECT, and later bytes are ignored', async () => {
    await fillCapacity();
    expect((await connection.sendAndReceive(GET)).status).toBe(503);
    expect((await connection.sendAndReceive('CONNECT other:443 HTTP/1.1\r\nhost: x\r\n\r\n')).status).toBe(
      405,
    );
    connection.write(GET);
    await connection.ended();
    const other = new RawConnection(api.url);
    expect((await other.sendAndReceive(GET)).status).toBe(503);
    other.end();
  });

  it('may be reset after CONNECT, and is closed otherwise', async () => {
    const tunnel = 'CONNECT other:443 HTTP/1.1\r\nhost: x\r\n\r\n';
    for (let count = 0; count < 5; count++) {
      const aborted = new RawConnection(api.url);
      expect((await aborted.sendAndReceive(tunnel)).status).toBe(405);
      aborted.reset();
    }
    const { hostname, port } = new URL(api.url);
    const halfOpen = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    halfOpen.write(tunnel);
    halfOpen.resume();
    await once(halfOpen, 'end');
    // Writing to a closed connection causes a reset.
    const resetError = once(halfOpen, 'error');
    await until('the connection is closed', () => halfOpen.destroyed || !halfOpen.write('x'.repeat(65_536)));
    await resetError;
    expect((await connection.sendAndReceive('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n')).status).toBe(
      200,
    );
  });
});
