import { setTimeout as delay } from 'node:timers/promises';
import { type MailResult, METRICS_MAX_AGE_MS, type PoolGauges, cacheFor } from '@florin/infrastructure';
import type { JobReport } from '@florin/infrastructure/jobs';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What waits to be sent. */
interface Backlog {
  readonly pending: number;
  readonly oldestSeconds: number;
}

interface MetricSources {
  readonly pool: () => PoolGauges;
  /** Of webhook deliveries to enabled endpoints. */
  readonly backlog: () => Promise<Backlog>;
  readonly mails: () => Promise<Backlog>;
}

const MAIL_RESULTS: readonly MailResult[] = ['sent', 'skipped', 'retried', 'failed'];
const BACKLOG_WITHIN_MS = 2_000;
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The label is `task`, because Prometheus reserves `job`. */
export class WorkerMetrics {
  /** Cached for a second. */
  readonly text: () => Promise<string>;
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of a job run.',
    labelNames: ['task', 'outcome'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly done = new Counter({
    name: 'job_items_total',
    help: 'Items processed by a job: settled, expired, billed, resolved, attempted or deleted.',
    labelNames: ['task'],
    registers: [this.registry],
  });
  private readonly succeededAt = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a job; 0 if there was none.',
    labelNames: ['task'],
    registers: [this.registry],
  });

  private readonly attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly pending = new Gauge({
    name: 'webhook_deliveries_pending',
    help: 'Webhook deliveries that have not ended; NaN without the database.',
    registers: [this.registry],
  });
  private readonly oldest = new Gauge({
    name: 'webhook_oldest_delivery_seconds',
    help: 'Time for which the oldest delivery has been due; NaN without the database.',
    registers: [this.registry],
  });

  private readonly mails = new Counter({
    name: 'mails_total',
    help: 'Mails sent, skipped because they were no longer needed, retried after a failed attempt, and given up.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly pendingMails = new Gauge({
    name: 'mails_pending',
    help: 'Mails that wait to be sent, 0 if none are sent; NaN without the database.',
    registers: [this.registry],
  });
  private readonly oldestMail = new Gauge({
    name: 'mail_oldest_seconds',
    help: 'Time for which the oldest mail has been due; NaN without the database.',
    registers: [this.registry],
  });

  constructor({ pool, backlog, mails }: MetricSources, maxAgeMs = METRICS_MAX_AGE_MS) {
    this.text = cacheFor(maxAgeMs, async () => {
      await Promise.all([
        readBacklog(backlog, this.pending, this.oldest),
        readBacklog(mails, this.pendingMails, this.oldestMail),
      ]);
      return this.registry.metrics();
    });
    collectDefaultMetrics({ register: this.registry });
    for (const outcome of ['succeeded', 'failed']) this.attempts.inc({ outcome }, 0);
    for (const outcome of MAIL_RESULTS) this.mails.inc({ outcome }, 0);
    this.gauge('db_pool_connections', 'Open database connections.', () => pool().size);
    this.gauge('db_pool_idle', 'Idle database connections.', () => pool().idle);
    this.gauge('db_pool_waiting', 'Statements waiting for a connection.', () => pool().waiting);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Without this, a job that has failed since the start has no series, and no alert fires. */
  expectJobs(jobs: readonly string[]): void {
    for (const job of jobs) this.succeededAt.set({ task: job }, 0);
  }

  countAttempt(isSuccessful: boolean): void {
    this.attempts.inc({ outcome: isSuccessful ? 'succeeded' : 'failed' });
  }

  countMails(outcome: MailResult, count: number): void {
    this.mails.inc({ outcome }, count);
  }

  observe({ job, milliseconds, done }: JobReport): void {
    const outcome = done === undefined ? 'failed' : 'succeeded';
    this.durations.observe({ task: job, outcome }, milliseconds / 1_000);
    if (done === undefined) return;
    this.done.inc({ task: job }, done);
    this.succeededAt.setToCurrentTime({ task: job });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

/** The other metrics are served without the database, too. */
async function readBacklog(read: () => Promise<Backlog>, pending: Gauge, oldest: Gauge): Promise<void> {
  const unknown = { pending: Number.NaN, oldestSeconds: Number.NaN };
  const timeout = delay(BACKLOG_WITHIN_MS, unknown, { ref: false });
  const backlog = await Promise.race([read().catch(() => unknown), timeout]);
  pending.set(backlog.pending);
  oldest.set(backlog.oldestSeconds);
}
