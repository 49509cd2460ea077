import { METRICS_MAX_AGE_MS, type PoolGauges, cacheFor } from '@florin/infrastructure';
import type { JobReport } from '@florin/infrastructure/jobs';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

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
    help: 'Items processed by a job: settled, expired, billed, resolved or deleted.',
    labelNames: ['task'],
    registers: [this.registry],
  });
  private readonly succeededAt = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a job; 0 if there was none.',
    labelNames: ['task'],
    registers: [this.registry],
  });

  constructor(pool: () => PoolGauges, jobs: readonly string[], maxAgeMs = METRICS_MAX_AGE_MS) {
    this.text = cacheFor(maxAgeMs, () => this.registry.metrics());
    collectDefaultMetrics({ register: this.registry });
    // Without this, a job that has failed since the start has no series, and no alert fires.
    for (const job of jobs) this.succeededAt.set({ task: job }, 0);
    this.gauge('db_pool_connections', 'Open database connections.', () => pool().size);
    this.gauge('db_pool_idle', 'Idle database connections.', () => pool().idle);
    this.gauge('db_pool_waiting', 'Statements waiting for a connection.', () => pool().waiting);
  }

  get contentType(): string {
    return this.registry.contentType;
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
