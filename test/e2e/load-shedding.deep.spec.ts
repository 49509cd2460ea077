import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EchoModule, heldRequests } from '../support/echo.module.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';

let api: RunningApi;

afterEach(() => api.stop());

/** Blocks the event loop repeatedly until stopped. */
function hogEventLoop(pieceMs: number): () => void {
  const timer = setInterval(() => {
    const end = performance.now() + pieceMs;
    while (performance.now() < end);
  }, 1);
  return () => {
    clearInterval(timer);
  };
}

describe('an overloaded service', () => {
  it('rejects requests while the event loop lags, stays live, and recovers', async () => {
    api = await startApi({ modules: [EchoModule], limits: { eventLoopDelayMs: 20, loadSampleMs: 100 } });
    expect((await api.request('GET', '/v1/echo')).status).toBe(200);
    heldRequests.close();
    const pending = Array.from({ length: 16 }, () => api.request('POST', '/v1/echo/held'));
    const release = hogEventLoop(60);
    let refused = await api.request('GET', '/v1/echo');
    await until('a request is rejected', async () => {
      refused = await api.request('GET', '/v1/echo');
      return refused.status !== 200;
    });
    const live = await api.request('GET', '/health/live');
    release();
    heldRequests.open();
    await Promise.all(pending);
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(Object.keys(refused.body)).toEqual(['error', 'message']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(live.status).toBe(200);
    await until('the service recovers', async () => (await api.request('GET', '/v1/echo')).status === 200);
  });

  it('serves a single caller despite event loop lag, which other programs may cause', async () => {
    api = await startApi({ modules: [EchoModule], limits: { eventLoopDelayMs: 20, loadSampleMs: 100 } });
    const release = hogEventLoop(60);
    const responses = new Set<number>();
    for (const endsAt = performance.now() + 1_500; performance.now() < endsAt;) {
      responses.add((await api.request('GET', '/v1/echo')).status);
    }
    release();
    expect([...responses]).toEqual([200]);
  });

  it('rejects requests above the limit of requests in flight with 503 and Retry-After', async () => {
    api = await startApi({ modules: [EchoModule], limits: { inFlight: 4 } });
    heldRequests.close();
    const pending = Array.from({ length: 12 }, () => api.request('POST', '/v1/echo/held'));
    const first = await Promise.race(pending);
    await until('the others are rejected', async () => {
      const { text } = await api.request('GET', '/metrics');
      return /route="\/v1\/echo\/held",status="503"\} 8\n/.test(text);
    });
    heldRequests.open();
    const responses = await Promise.all(pending);
    expect(first.status).toBe(503);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = responses.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(8);
    expect(new Set(refused.map(({ headers }) => headers.get('x-request-id'))).size).toBe(8);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '1'));
    expect((await api.request('GET', '/v1/echo')).status).toBe(200);
  });

  it('serves many concurrent requests, and does not count disconnected ones', async () => {
    api = await startApi({ modules: [EchoModule], limits: { inFlight: 1_000 } });
    const aborted = Array.from({ length: 100 }, () => {
      const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
      socket.on('connect', () => {
        socket.write('GET /v1/echo HTTP/1.1\r\nhost: x\r\n\r\n');
        socket.resetAndDestroy();
      });
      return once(socket, 'close');
    });
    const pending = Array.from({ length: 200 }, (_, number) =>
      api.request('POST', '/v1/echo', { body: { amount: number + 1, currency: 'EUR' } }),
    );
    const responses = await Promise.all(pending);
    expect(responses.map(({ body }) => body['amount'])).toEqual(responses.map((_, number) => number + 1));
    await Promise.all(aborted);
    await until('no request is in flight', async () => {
      const { text } = await api.request('GET', '/metrics');
      return text.includes('http_requests_in_flight 1\n');
    });
  });

  it('counts a request of a disconnected client until its handler is done', async () => {
    api = await startApi({ modules: [EchoModule], limits: { inFlight: 4 } });
    heldRequests.close();
    const abandoned = Array.from({ length: 4 }, () => {
      const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
      socket.write('POST /v1/echo/held HTTP/1.1\r\nhost: x\r\n\r\n');
      return socket;
    });
    await until('all capacity is used', async () => (await api.request('GET', '/v1/echo')).status === 503);
    for (const socket of abandoned) socket.resetAndDestroy();
    await until('the disconnects are noticed', async () => {
      const { text } = await api.request('GET', '/metrics');
      return text.includes('http_requests_in_flight 1\n');
    });
    expect((await api.request('GET', '/v1/echo')).status).toBe(503);
    heldRequests.open();
    await until('there is capacity', async () => (await api.request('GET', '/v1/echo')).status === 200);
    heldRequests.close();
    const pending = Array.from({ length: 4 }, () => api.request('POST', '/v1/echo/held'));
    await until('all capacity is used', async () => (await api.request('GET', '/v1/echo')).status === 503);
    heldRequests.open();
    expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  describe('keeps capacity for other clients', () => {
    const [capacity, host] = [4, 'Host: localhost\r\n'];
    const sockets: Socket[] = [];
    const callers = async (count: number, bytes: string): Promise<void> => {
      for (let opened = 0; opened < count; opened += 1) {
        const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
        sockets.push(socket.on('error', () => undefined).pause());
        socket.write(bytes);
      }
      await until(
        'all requests are in flight',
        async () => inFlight(await api.request('GET', '/metrics')) > 2 * capacity,
      );
    };
    const inFlight = ({ text }: { text: string }): number =>
      Number(/^http_requests_in_flight (\d+)$/m.exec(text)?.[1]);

    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });

    it('while many clients send their bodies slowly', async () => {
      api = await startApi({ modules: [EchoModule], limits: { inFlight: capacity } });
      const head = `POST /v1/echo HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
      await callers(4 * capacity, `${head}{`);
      expect((await api.request('GET', '/v1/echo')).status).toBe(200);
    });

    it('while one client pipelines many requests and reads nothing', async () => {
      api = await startApi({ limits: { inFlight: capacity, pipelined: 1_000 } });
      await callers(1, `GET /openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(200));
      expect((await api.request('GET', '/v1/account')).status).toBe(401);
    });

    it('and limits the pipelined requests of one connection', async () => {
      api = await startApi({ limits: { pipelined: 10 } });
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.write(`GET /openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(200));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
      await until('all responses have arrived', () => statuses().length === 200);
      const served = statuses().filter((status) => status === '200').length;
      expect(served).toBeGreaterThanOrEqual(10);
      expect(served).toBeLessThan(50);
      expect(statuses().filter((status) => status === '503')).toHaveLength(200 - served);
    });

    it('and closes the connection of a client that reads nothing', async () => {
      api = await startApi({ limits: { connectionTimeoutMs: 5_000, pipelined: 1_000 } });
      const requests = `GET /openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(200);
      await callers(1, requests);
      await until('no other request is in flight', () =>
        // The timeout of a connection can also end this request.
        api.request('GET', '/metrics').then(
          (response) => inFlight(response) === 1,
          () => false,
        ),
      );
    });
  });
});
