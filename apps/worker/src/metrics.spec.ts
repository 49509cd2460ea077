import { describe, expect, it } from '@jest/globals';
import { WorkerMetrics } from './metrics.js';

const PURGE = 'purge-dead-sessions';
const BILL = 'bill-subscriptions';

const metricsOf = (...jobs: string[]): WorkerMetrics =>
  new WorkerMetrics(() => ({ size: 1, idle: 1, waiting: 0 }), jobs, 0);

async function lastSuccess(metrics: WorkerMetrics, job: string): Promise<number> {
  const line = `job_last_success_timestamp_seconds{task="${job}"} `;
  const found = (await metrics.text()).split('\n').find((text) => text.startsWith(line));
  return found === undefined ? Number.NaN : Number(found.slice(line.length));
}

describe('the worker metrics', () => {
  it('report 0 for a job that has never succeeded, so that an alert fires', async () => {
    const metrics = metricsOf(PURGE, BILL);
    expect(await lastSuccess(metrics, BILL)).toBe(0);
    metrics.observe({ job: BILL, milliseconds: 5, error: new Error('failed') });
    metrics.observe({ job: PURGE, milliseconds: 5, done: 0 });
    expect(await lastSuccess(metrics, BILL)).toBe(0);
    expect(await lastSuccess(metrics, PURGE)).toBeGreaterThan(0);
  });

  it('keep the last success of a job after it has failed', async () => {
    const metrics = metricsOf(BILL);
    metrics.observe({ job: BILL, milliseconds: 5, done: 2 });
    const succeededAt = await lastSuccess(metrics, BILL);
    metrics.observe({ job: BILL, milliseconds: 5, error: new Error('failed') });
    expect(await lastSuccess(metrics, BILL)).toBe(succeededAt);
    expect(Math.abs(succeededAt - Date.now() / 1_000)).toBeLessThan(60);
  });
});
