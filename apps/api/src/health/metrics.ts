import { METRICS_MAX_AGE_MS, cacheFor } from '@florin/infrastructure';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricSources {
  readonly inFlight: () => number;
  readonly pool: () => { readonly size: number; readonly idle: number; readonly waiting: number };
}

/** Collects the metrics of all processes of a cluster. */
export interface MetricsAggregator {
  /** The value of the label `process`. */
  readonly name: string;
  /** Registers the metrics of this process. */
  register(registry: Registry): void;
  /** The metrics of all processes, as text. */
  collect(): Promise<string>;
}

export interface MetricsOptions {
  readonly metricsAggregator?: MetricsAggregator | undefined;
  /** How long the text is cached. */
  readonly maxAgeMs?: number | undefined;
}

/** Has its own registry, so that several services can run in one process. */
export class Metrics {
  /** The metrics as text, of all processes if there are several. */
  readonly text: () => Promise<string>;
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor(
    sources: MetricSources,
    { metricsAggregator, maxAgeMs = METRICS_MAX_AGE_MS }: MetricsOptions = {},
  ) {
    const render = () =>
      metricsAggregator === undefined ? this.registry.metrics() : metricsAggregator.collect();
    this.text = cacheFor(maxAgeMs, render);
    if (metricsAggregator !== undefined) this.registry.setDefaultLabels({ process: metricsAggregator.name });
    collectDefaultMetrics({ register: this.registry });
    this.gauge('http_requests_in_flight', 'Requests in flight.', sources.inFlight);
    this.gauge('db_pool_connections', 'Open connections to the database.', () => sources.pool().size);
    this.gauge('db_pool_idle', 'Idle connections to the database.', () => sources.pool().idle);
    this.gauge('db_pool_waiting', 'Statements waiting for a connection.', () => sources.pool().waiting);
    metricsAggregator?.register(this.registry);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.durations.observe({ method, route, status }, seconds);
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
