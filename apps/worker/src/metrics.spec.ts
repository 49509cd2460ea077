import { describe, expect, it } from '@jest/globals';
import { WorkerMetrics } from './metrics.js';

const PURGE = 'purge-dead-sessions';
const BILL = 'bill-subscriptions';

const metricsOf = (...jobs: string[]): WorkerMetrics =>
  new WorkerMetrics(() => ({ size: 1, idle: 1, waiting: 0 }), jobs, 0);

async function lastSuccess(metrics: WorkerMetrics, job: string): Promise<number> {
  const line = `job_last_success_timestamp_seconds{task="${job}"} `;
  const found = (await metrics.text()).split('\n').find((one) => one.startsWith(line));
  return found === undefined ? Number.NaN : Number(found.slice(line.length));
}

describe('the numbers of a worker', () => {
  it('tell of a job that has never gone well, which would otherwise raise no alarm', async () => {
    const metrics = metricsOf(PURGE, BILL);
    expect(await lastSuccess(metrics, BILL)).toBe(0);
    metrics.observe({ job: BILL, milliseconds: 5, error: new Error('no') });
    metrics.observe({ job: PURGE, milliseconds: 5, done: 0 });
    expect(await lastSuccess(metrics, BILL)).toBe(0);
    expect(await lastSuccess(metrics, PURGE)).toBeGreaterThan(0);
  });

  it('tell when a job last went well, whatever became of it since', async () => {
    const metrics = metricsOf(BILL);
    metrics.observe({ job: BILL, milliseconds: 5, done: 2 });
    const wentWellAt = await lastSuccess(metrics, BILL);
    metrics.observe({ job: BILL, milliseconds: 5, error: new Error('no') });
    expect(await lastSuccess(metrics, BILL)).toBe(wentWellAt);
    expect(Math.abs(wentWellAt - Date.now() / 1_000)).toBeLessThan(60);
  });
});
