/** Asserts that responses arrive within the timeouts. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@florin/infrastructure/embedded';
import { EchoModule } from '../support/echo.module.js';
import { scheduledNow } from '../support/scheduled-time.js';
import { type TestResponse, type RunningApi, startApi } from '../support/running-api.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { createTestDatabase } from '../support/test-database.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const query = (api: RunningApi): Promise<TestResponse> => api.request('GET', '/v1/echo/database/answer');

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let step = cleanUp.pop(); step !== undefined; step = cleanUp.pop()) await step();
});

/** All concurrent requests get 503 in time, and the process stays live. */
async function expectUnavailable(api: RunningApi, withinMs = 2_000): Promise<void> {
  const began = scheduledNow();
  const responses = await Promise.all(Array.from({ length: 20 }, () => query(api)));
  const tookMs = scheduledNow() - began;
  for (const response of responses) {
    expect(response).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(Object.keys(response.body)).toEqual(['error', 'message']);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  expect(tookMs).toBeLessThan(withinMs);

  // Readiness is cached for a moment.
  await pause(300);
  const ready = await api.request('GET', '/health/ready');
  expect(ready).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  expect((await api.request('GET', '/health/live')).status).toBe(200);
}

async function expectRecoveryWithin(api: RunningApi, milliseconds: number): Promise<void> {
  const deadline = scheduledNow() + milliseconds;
  for (;;) {
    const [response, ready] = [await query(api), await api.request('GET', '/health/ready')];
    if (response.status === 200 && ready.status === 200) return;
    expect([200, 503]).toContain(response.status);
    expect(scheduledNow()).toBeLessThan(deadline);
    await pause(50);
  }
}

describe('a database outage while the service runs', () => {
  it('of a stopped server: 503 with Retry-After, still live, and recovery without a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'florin-test-'));
    let server: EmbeddedPostgres = await startEmbeddedPostgres({
      dataDir,
      durable: false,
      log: () => undefined,
    });
    cleanUp.push(
      () => removeEmbeddedPostgres(dataDir),
      () => server.stop(),
    );
    const api = await startApi({ modules: [EchoModule], databaseUrl: server.url, timeouts: {} });
    cleanUp.push(() => api.stop());
    expect((await query(api)).status).toBe(200);

    for (let round = 1; round <= 2; round += 1) {
      await server.stop();
      await expectUnavailable(api);
      server = await startEmbeddedPostgres({
        dataDir,
        durable: false,
        port: Number(new URL(server.url).port),
        log: () => undefined,
      });
      await expectRecoveryWithin(api, 2_000);
    }
    expect(api.logs.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('of a frozen server with open connections: the same after the timeouts', async () => {
    const database = await createTestDatabase();
    const proxy = await startTcpProxy(database.url);
    cleanUp.push(
      () => database.drop(),
      () => proxy.close(),
    );
    // The query timeout closes open connections, and the connect timeout rejects the waiting requests.
    const timeouts = { query: 2_000 };
    const api = await startApi({ modules: [EchoModule], databaseUrl: proxy.url, timeouts });
    cleanUp.push(() => api.stop());
    expect((await query(api)).status).toBe(200);

    proxy.freeze();
    await expectUnavailable(api, 4_500);
    proxy.thaw();
    await expectRecoveryWithin(api, 2_000);
  });
});
