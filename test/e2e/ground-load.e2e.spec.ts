/** @alone It watches how late the event loop is. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { EchoSlice } from '../support/echo-slice.js';
import { type RunningApi, startApi } from '../support/running-api.js';

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
    const release = hogEventLoop(60);
    await pause(600);
    const refused = await api.request('GET', '/v1/echo');
    const live = await api.request('GET', '/health/live');
    release();
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(Object.keys(refused.body)).toEqual(['error', 'message']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(live.status).toBe(200);
    await pause(400);
    expect((await api.request('GET', '/v1/echo')).status).toBe(200);
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
