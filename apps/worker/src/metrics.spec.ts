import { describe, expect, it } from '@jest/globals';
import { WorkerMetrics } from './metrics.js';

const PURGE = 'purge-dead-sessions';
const BILL = 'bill-subscriptions';

const pool = () => ({ size: 1, idle: 1, waiting: 0 });
const noBacklog = () => Promise.resolve({ pending: 0, oldestSeconds: 0 });

function metricsOf(...jobs: string[]): WorkerMetrics {
  const metrics = new WorkerMetrics({ pool, backlog: noBacklog, mails: noBacklog }, 0);
  metrics.expectJobs(jobs);
  return metrics;
}

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

  const webhookLines = async (metrics: WorkerMetrics): Promise<string[]> =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith('webhook_'));

  it('count attempts to deliver webhooks, and have both outcomes before the first', async () => {
    const metrics = new WorkerMetrics(
      { pool, backlog: () => Promise.resolve({ pending: 7, oldestSeconds: 1.5 }), mails: noBacklog },
      0,
    );
    const gauges = ['webhook_deliveries_pending 7', 'webhook_oldest_delivery_seconds 1.5'];
    expect(await webhookLines(metrics)).toEqual([
      'webhook_attempts_total{outcome="succeeded"} 0',
      'webhook_attempts_total{outcome="failed"} 0',
      ...gauges,
    ]);
    metrics.countAttempt(true);
    metrics.countAttempt(false);
    metrics.countAttempt(false);
    expect(await webhookLines(metrics)).toEqual([
      'webhook_attempts_total{outcome="succeeded"} 1',
      'webhook_attempts_total{outcome="failed"} 2',
      ...gauges,
    ]);
  });

  it('count mails by outcome, and show how many wait', async () => {
    const mails = () => Promise.resolve({ pending: 3, oldestSeconds: 2 });
    const metrics = new WorkerMetrics({ pool, backlog: noBacklog, mails }, 0);
    metrics.countMails('sent', 2);
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('mail'));
    expect(lines).toEqual([
      'mails_total{outcome="sent"} 2',
      ...['skipped', 'retried', 'failed'].map((outcome) => `mails_total{outcome="${outcome}"} 0`),
      'mails_pending 3',
      'mail_oldest_seconds 2',
    ]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no connection'))],
    ['does not respond', () => new Promise<never>(() => undefined)],
  ])('are served while the database %s', async (_, backlog) => {
    expect(await webhookLines(new WorkerMetrics({ pool, backlog, mails: noBacklog }, 0))).toContain(
      'webhook_deliveries_pending Nan',
    );
  });
});
