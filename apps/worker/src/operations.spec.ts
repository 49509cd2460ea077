import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobRunner } from './job-runner.js';
import { WorkerMetrics } from './metrics.js';
import { OperationsServer } from './operations.js';
import { parseWorkerSettings } from './settings.js';

const IDLE = { size: 0, idle: 0, waiting: 0 };
const NO_BACKLOG = { pending: 0, oldestSeconds: 0 };
const TOKEN = 'a-token-for-tests';

describe('the operations server of the worker', () => {
  let operations: OperationsServer;

  beforeEach(async () => {
    const backlog = () => Promise.resolve(NO_BACKLOG);
    const metrics = new WorkerMetrics({ pool: () => IDLE, backlog, mails: backlog });
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

  const send = (path: string, method = 'GET') => fetch(`${operations.url ?? ''}${path}`, { method });

  it('has a localhost URL when it listens on all addresses', () => {
    expect(operations.url).toMatch(/^http:\/\/localhost:\d+$/);
  });

  it.each(['/health/live', '/health/ready', '/metrics'])(
    'serves GET with any query, and HEAD: %s',
    async (path) => {
      expect((await send(path)).status).toBe(200);
      expect((await send(`${path}?from=monitor`)).status).toBe(200);
      const head = await send(path, 'HEAD');
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  it('serves metrics to a forwarded request only with the token', async () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    const metrics = (headers: Record<string, string>) =>
      fetch(`${operations.url ?? ''}/metrics`, { headers });
    const rejected = await metrics(forwarded);
    expect([rejected.status, await rejected.json()]).toEqual([
      404,
      { error: 'not_found', message: 'No route matches GET /metrics.' },
    ]);
    expect((await metrics({ ...forwarded, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect((await metrics({ ...forwarded, authorization: `Bearer ${TOKEN}s` })).status).toBe(404);
  });

  it('rejects other paths with 404 and other methods with 405', async () => {
    expect((await send('/')).status).toBe(404);
    const posted = await send('/metrics', 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
