import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { addLoadShedding } from './load-shedding.js';

const limits = { inFlight: 2, eventLoopDelayMs: 60_000, loadSampleMs: 1_000 };

describe('the in-flight limit', () => {
  let instance: FastifyInstance;
  let url: string;
  let open: () => void;

  beforeEach(async () => {
    instance = fastify();
    await addLoadShedding(instance, limits, { count: 0 });
    const opened = new Promise<void>((resolve) => (open = resolve));
    instance.get('/', () => ({}));
    instance.get('/held', async () => {
      await opened;
      return {};
    });
    instance.get('/fails', () => Promise.reject(new Error('no')));
    instance.get('/health/live', () => ({}));
    await instance.listen({ port: 0 });
    url = `http://127.0.0.1:${(instance.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    open();
    await instance.close();
  });

  const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;

  it.each(['/', '/fails', '/nothing'])('counts %s until its response only', async (path) => {
    for (let times = 0; times < 5; times += 1) await (await fetch(`${url}${path}`)).text();
    await delay(20);
    expect(await Promise.all([statusOf('/'), statusOf('/')])).toEqual([200, 200]);
  });

  it('rejects requests above it, but never health checks', async () => {
    const two = [statusOf('/held'), statusOf('/held')];
    await Promise.all([once(instance.server, 'request'), delay(50)]);
    const rejected = await fetch(`${url}/`);
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get('retry-after')).toBe('1');
    expect(await rejected.json()).toEqual({ error: 'unavailable', message: expect.any(String) });
    expect(await statusOf('/')).toBe(503);
    expect(await statusOf('/health/live')).toBe(200);
    open();
    expect(await Promise.all(two)).toEqual([200, 200]);
    expect(await statusOf('/')).toBe(200);
  });

  it('counts an aborted request until its handler is done', async () => {
    const abort = new AbortController();
    const aborted = [0, 1].map(() => fetch(`${url}/held`, { signal: abort.signal }).catch(() => 'aborted'));
    await delay(50);
    abort.abort();
    await Promise.all(aborted);
    await delay(50);
    expect(await statusOf('/')).toBe(503);
    open();
    await delay(50);
    expect(await Promise.all([statusOf('/'), statusOf('/')])).toEqual([200, 200]);
  });
});

describe('the event loop limit', () => {
  it('ignores sample intervals without a measurement, which follow a pause of the process', async () => {
    const instance = fastify();
    // As short as the resolution of the measurement, so that many intervals have none.
    await addLoadShedding(instance, { ...limits, loadSampleMs: 10 }, { count: 100 });
    instance.get('/', () => ({}));
    const statuses = new Set<number>();
    for (let times = 0; times < 200; times += 1) {
      statuses.add((await instance.inject('/')).statusCode);
      await delay(2);
    }
    await instance.close();
    expect([...statuses]).toEqual([200]);
  });
});
