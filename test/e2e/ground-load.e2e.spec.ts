/** @alone It watches how late the event loop is. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EchoSlice, held } from '../support/echo-slice.js';
import { mayBeHeldUp } from '../support/held-up.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';

mayBeHeldUp();

let api: RunningApi;

afterEach(() => api.stop());

/** Keeps the event loop busy in pieces of some length, until told to stop. */
function hogEventLoop(pieceMs: number): () => void {
  const timer = setInterval(() => {
    const end = performance.now() + pieceMs;
    while (performance.now() < end);
  }, 1);
  return () => {
    clearInterval(timer);
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a swamped service', () => {
  it('turns new work away while the event loop is late, stays live, and recovers', async () => {
    api = await startApi({ slices: [EchoSlice], limits: { eventLoopDelayMs: 20, loadSampleMs: 100 } });
    expect((await api.request('GET', '/v1/echo')).status).toBe(200);
    held.shut();
    const crowd = Array.from({ length: 16 }, () => api.request('POST', '/v1/echo/held'));
    const release = hogEventLoop(60);
    let refused = await api.request('GET', '/v1/echo');
    await until('somebody is turned away', async () => {
      refused = await api.request('GET', '/v1/echo');
      return refused.status !== 200;
    });
    const live = await api.request('GET', '/health/live');
    release();
    held.open();
    await Promise.all(crowd);
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(Object.keys(refused.body)).toEqual(['error', 'message']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(live.status).toBe(200);
    await until('it recovers', async () => (await api.request('GET', '/v1/echo')).status === 200);
  });

  it('serves a lone caller however late the event loop is, as it is where others have the machine', async () => {
    api = await startApi({ slices: [EchoSlice], limits: { eventLoopDelayMs: 20, loadSampleMs: 100 } });
    const release = hogEventLoop(60);
    const answers = new Set<number>();
    for (const endsAt = performance.now() + 1_500; performance.now() < endsAt;) {
      answers.add((await api.request('GET', '/v1/echo')).status);
    }
    release();
    expect([...answers]).toEqual([200]);
  });

  it('turns new work away while as much is under way as it can answer soon, and says so', async () => {
    api = await startApi({ slices: [EchoSlice], limits: { admittedLeast: 4, admittedMost: 4 } });
    held.shut();
    const crowd = Array.from({ length: 12 }, () => api.request('POST', '/v1/echo/held'));
    const first = await Promise.race(crowd);
    await until('the others are turned away', async () => {
      const { text } = await api.request('GET', '/metrics');
      return /route="turned away",status="503"\} 8\n/.test(text);
    });
    held.open();
    const answers = await Promise.all(crowd);
    expect(first.status).toBe(503);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(8);
    expect(new Set(refused.map(({ headers }) => headers.get('x-request-id'))).size).toBe(8);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '1'));
    expect((await api.request('GET', '/v1/echo')).status).toBe(200);
    await until('it is logged', () => api.logs.some((line) => line.includes('"turnedAway":')));
    expect(api.logs.filter((line) => line.includes('"turnedAway":')).length).toBeLessThan(8);
  });

  it('lets in its part only of what several processes of a machine may', async () => {
    api = await startApi({
      slices: [EchoSlice],
      environment: { WEB_CONCURRENCY: '8' },
      limits: { admittedLeast: 32, admittedMost: 32 },
    });
    held.shut();
    const crowd = Array.from({ length: 12 }, () => api.request('POST', '/v1/echo/held'));
    await until('the others are turned away', async () => {
      const { text } = await api.request('GET', '/metrics');
      return /route="turned away",status="503"\} 8\n/.test(text);
    });
    held.open();
    const answers = await Promise.all(crowd);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  });

  it('serves everybody of a crowd that has to stand in line, and forgets those who leave it', async () => {
    api = await startApi({ slices: [EchoSlice], limits: { begunAtOnce: 0 } });
    const impatient = Array.from({ length: 100 }, () => {
      const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
      socket.on('connect', () => {
        socket.write('GET /v1/echo HTTP/1.1\r\nhost: x\r\n\r\n');
        socket.resetAndDestroy();
      });
      return once(socket, 'close');
    });
    const crowd = Array.from({ length: 200 }, (_, number) =>
      api.request('POST', '/v1/echo', { body: { amount: number + 1, currency: 'EUR' } }),
    );
    const answers = await Promise.all(crowd);
    expect(answers.map(({ body }) => body['amount'])).toEqual(answers.map((_, number) => number + 1));
    await Promise.all(impatient);
    await until('nobody is left', async () => {
      const { text } = await api.request('GET', '/metrics');
      return text.includes('http_requests_in_flight 1\n');
    });
  });

  it('lets in fewer while it comes late even to those whom it turns away, and then as many as before', async () => {
    const [room, callers] = [32, 40];
    const limits = { admittedLeast: room, admittedMost: room, refusalDelayMs: 5 };
    api = await startApi({ slices: [EchoSlice], limits });
    /** How many of a crowd are let in. Those wait at the door until the rest has been turned away. */
    const letIn = async (meanwhile: () => Promise<void>): Promise<number> => {
      held.shut();
      const crowd = Array.from({ length: callers }, () => api.request('POST', '/v1/echo/held'));
      await Promise.race(crowd);
      await meanwhile();
      held.open();
      return (await Promise.all(crowd)).filter(({ status }) => status === 200).length;
    };
    const beLate = async (): Promise<void> => {
      const release = hogEventLoop(60);
      for (let asked = 0; asked < 10; asked += 1) await api.request('GET', '/v1/echo');
      release();
    };
    expect(await letIn(beLate)).toBe(room);
    // On a busy machine the next crowd may only arrive when the service has recovered: then it is made late again.
    await until('fewer find room', async () => (await letIn(beLate)) < room);
    await until('all find room', async () => {
      await pause(500);
      return (await letIn(() => pause(200))) === room;
    });
  });

  describe('keeps its room for others', () => {
    const [room, host] = [4, 'Host: localhost\r\n'];
    const sockets: Socket[] = [];
    const callers = async (count: number, bytes: string): Promise<void> => {
      for (let opened = 0; opened < count; opened += 1) {
        const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
        sockets.push(socket.on('error', () => undefined).pause());
        socket.write(bytes);
      }
      await until('all are seen', async () => inFlight(await api.request('GET', '/metrics')) > 2 * room);
    };
    const inFlight = ({ text }: { text: string }): number =>
      Number(/^http_requests_in_flight (\d+)$/m.exec(text)?.[1]);

    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });

    it('while many send their bodies slowly', async () => {
      api = await startApi({ slices: [EchoSlice], limits: { admittedLeast: room, admittedMost: room } });
      const head = `POST /v1/echo HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
      await callers(4 * room, `${head}{`);
      expect((await api.request('GET', '/v1/echo')).status).toBe(200);
    });

    it('while one asks for much at once and reads nothing', async () => {
      api = await startApi({ limits: { admittedLeast: room, admittedMost: room } });
      await callers(1, `GET /openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(200));
      expect((await api.request('GET', '/v1/account')).status).toBe(401);
    });

    it('and cuts off whoever leaves very much unread, and nobody who leaves little', async () => {
      api = await startApi({ limits: { unreadBytes: 5_000_000 } });
      const document = `GET /openapi.json HTTP/1.1\r\n${host}\r\n`;
      await callers(1, document.repeat(200));
      await callers(1, document.repeat(2));
      const closed = sockets.map((socket) => once(socket, 'close').then(() => socket));
      await pause(1_100);
      await api.request('GET', '/metrics');
      // Of what was sent before, the system still holds a part. Who reads on finds that it ends too early.
      for (const socket of sockets) socket.resume();
      expect(await Promise.race(closed)).toBe(sockets[0]);
      expect(sockets[1]?.destroyed).toBe(false);
      await until('nothing is left', async () => inFlight(await api.request('GET', '/metrics')) === 1);
    });

    it('and cuts off those who keep it waiting longest when they are too many', async () => {
      api = await startApi({ slices: [EchoSlice], limits: { lingeringMost: 10 } });
      const head = `POST /v1/echo HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
      await callers(10, `${head}{`);
      await pause(1_100);
      const isCut = once(sockets[0]!.resume(), 'close');
      for (let asked = 0; asked < 3; asked += 1)
        expect((await api.request('GET', '/v1/echo')).status).toBe(200);
      await isCut;
      expect(inFlight(await api.request('GET', '/metrics'))).toBeLessThanOrEqual(10);
    });
  });

  it('turns new work away while too many wait for a connection', async () => {
    api = await startApi({ slices: [EchoSlice], limits: { poolWaiting: 3 } });
    const crowd = Array.from({ length: 30 }, () => api.request('GET', '/v1/echo/database/sleep'));
    await pause(150);
    const refused = await api.request('GET', '/v1/echo');
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect((await api.request('GET', '/health/ready')).status).toBe(200);
    const answers = await Promise.all(crowd);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect((await api.request('GET', '/v1/echo')).status).toBe(200);
  });
});
