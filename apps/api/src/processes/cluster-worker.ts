import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsAggregator } from '../health/metrics.js';
import { type FromPrimary, type FromWorker, WORKER_DATABASE, WORKER_NUMBER } from './messages.js';

/** Without a response of the primary, this process returns its own metrics. */
const METRICS_TIMEOUT_MS = 2_000;

/** The connection of a cluster process to the primary. */
export class ClusterWorker implements MetricsAggregator {
  private registry: Registry | undefined;
  private readonly requests = new Map<number, (text: string) => void>();
  private requestCount = 0;

  private constructor(
    readonly name: string,
    readonly databaseUrl: string,
  ) {
    // Responds to the primary with no metrics until `register`, so that others do not wait while this process starts.
    AggregatorRegistry.setRegistries([]);
    new AggregatorRegistry();
    // The messages of prom-client arrive here as well.
    process.on('message', (message: FromPrimary | { readonly kind?: undefined }) => {
      if (message.kind === 'metrics') this.requests.get(message.id)?.(message.text);
    });
  }

  /** Undefined in the primary, and without a cluster. */
  static current(): ClusterWorker | undefined {
    const { [WORKER_NUMBER]: name = '', [WORKER_DATABASE]: url = '' } = process.env;
    return cluster.isWorker ? new ClusterWorker(name, url) : undefined;
  }

  reportStarted(url: string, startupMessages: readonly string[]): void {
    send({ kind: 'up', url, startupMessages });
  }

  forwardLine(line: string): void {
    send({ kind: 'startup-message', line });
  }

  /** Resolves when the reason is sent, so that the process can exit. */
  reportFailed(reason: string): Promise<void> {
    return new Promise((resolve) => {
      send({ kind: 'failed', reason }, resolve);
    });
  }

  register(registry: Registry): void {
    this.registry = registry;
    AggregatorRegistry.setRegistries(registry);
  }

  async collect(): Promise<string> {
    const id = ++this.requestCount;
    const response = new Promise<string>((resolve) => this.requests.set(id, resolve));
    send({ kind: 'metrics-request', id });
    const text = await Promise.race([response, delay(METRICS_TIMEOUT_MS, undefined, { ref: false })]);
    this.requests.delete(id);
    return text ?? this.registry?.metrics() ?? '';
  }
}

/** Without a channel the primary has exited, and Node ends this process. */
function send(message: FromWorker, onSent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, onSent);
  else onSent();
}
