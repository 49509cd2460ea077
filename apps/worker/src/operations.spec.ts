import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobRunner } from './job-runner.js';
import { WorkerMetrics } from './metrics.js';
import { OperationsServer } from './operations.js';
import { parseWorkerSettings } from './settings.js';

const IDLE = { size: 0, idle: 0, waiting: 0 };
const TOKEN = 'a-token-of-the-tests';

describe('what the worker tells of itself', () => {
  let operations: OperationsServer;

  beforeEach(async () => {
    const metrics = new WorkerMetrics(() => IDLE, []);
    const settings = parseWorkerSettings({
      DATABASE_URL: 'postgres://florin@127.0.0.1/florin',
      JWT_SECRET: 'x'.repeat(32),
      WORKER_PORT: '0',
      WORKER_HOST: '0.0.0.0',
      METRICS_TOKEN: TOKEN,
    });
    const runner = { isReady: () => Promise.resolve(true) } as unknown as JobRunner;
    operations = new OperationsServer(settings, runner, metrics);
    await operations.onModuleInit();
  });
  afterEach(() => {
    operations.onApplicationShutdown();
  });

  const ask = (path: string, method = 'GET') => fetch(`${operations.url ?? ''}${path}`, { method });

  it('is found at an address that can be opened, where it listens on all of them', () => {
    expect(operations.url).toMatch(/^http:\/\/localhost:\d+$/);
  });

  it.each(['/health/live', '/health/ready', '/metrics'])(
    'is told whatever else is asked, and to those who only want to know that it is there: %s',
    async (path) => {
      expect((await ask(path)).status).toBe(200);
      expect((await ask(`${path}?from=monitor`)).status).toBe(200);
      const head = await ask(path, 'HEAD');
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  it('has no metrics for a request that a proxy forwarded, unless it carries the token', async () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    const metrics = (headers: Record<string, string>) =>
      fetch(`${operations.url ?? ''}/metrics`, { headers });
    const refused = await metrics(forwarded);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { error: 'not_found', message: 'There is nothing at this address.' },
    ]);
    expect((await metrics({ ...forwarded, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect((await metrics({ ...forwarded, authorization: `Bearer ${TOKEN}s` })).status).toBe(404);
  });

  it('is not what is asked elsewhere or in another way', async () => {
    expect((await ask('/')).status).toBe(404);
    const posted = await ask('/metrics', 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
