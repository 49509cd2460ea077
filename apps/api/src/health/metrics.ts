import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import { Durations } from './durations.js';

export interface MetricSources {
  readonly inFlight: () => number;
  readonly pool: () => { readonly size: number; readonly idle: number; readonly waiting: number };
}

/** How one of several processes on a port tells the numbers of all of them. */
export interface MetricsExchange {
  /** Tells this process's numbers from the others', as the label `process`. */
  readonly name: string;
  /** Takes the way to this process's own numbers. */
  offer(own: () => Promise<string>): void;
  /** The numbers of all processes. */
  collect(): Promise<string>;
}

/** The numbers of one running service. Each has its own registry, so that several can live in one process. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Durations();
  private writing: Promise<string> | undefined;

  constructor(
    sources: MetricSources,
    private readonly exchange?: MetricsExchange,
  ) {
    if (exchange !== undefined) this.registry.setDefaultLabels({ process: exchange.name });
    exchange?.offer(() => this.registry.metrics());
    collectDefaultMetrics({ register: this.registry });
    this.registry.registerMetric(this.durations as unknown as Metric);
    this.gauge('http_requests_in_flight', 'Requests being answered.', sources.inFlight);
    this.gauge('db_pool_connections', 'Open connections to the database.', () => sources.pool().size);
    this.gauge('db_pool_idle', 'Open connections that nobody uses.', () => sources.pool().idle);
    this.gauge('db_pool_waiting', 'Statements waiting for a connection.', () => sources.pool().waiting);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.durations.observe(method, route, status, seconds);
  }

  /** Whoever asks while the numbers are being written gets the same ones: to write them costs far more than to ask. */
  text(): Promise<string> {
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private write(): Promise<string> {
    return this.exchange === undefined ? this.registry.metrics() : this.exchange.collect();
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
