interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  /** How many were within each bound but not within the one before it, and last those beyond all bounds. */
  readonly counts: number[];
  seconds: number;
}

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

const NAME = 'http_request_duration_seconds';
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * How long requests took, as a Prometheus histogram. The library's own spells out and checks the labels of every
 * single observation; here that is done when somebody asks for the numbers.
 */
export class Durations {
  readonly name = NAME;
  private readonly routes = new Map<string, Map<string, Map<number, Series>>>();

  observe(method: string, route: string, status: number, seconds: number): void {
    const series = this.seriesOf(method, route, status);
    let bucket = 0;
    while (bucket < BOUNDS_SECONDS.length && seconds > (BOUNDS_SECONDS[bucket] ?? Infinity)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.seconds += seconds;
  }

  /** What a registry of the library asks each of its metrics. */
  get() {
    const all = [...this.routes.values()].flatMap((methods) => [...methods.values()]);
    const values = all.flatMap((statuses) => [...statuses.values()].flatMap(samplesOf));
    return Promise.resolve({
      name: NAME,
      help: 'Time from the first byte of a request to the last of its answer.',
      type: 'histogram',
      values,
      aggregator: 'sum',
    });
  }

  // Not by one key made of all three: texts that are the same for every request need no hashing.
  private seriesOf(method: string, route: string, status: number): Series {
    const methods = getOrAdd(this.routes, route, () => new Map<string, Map<number, Series>>());
    const statuses = getOrAdd(methods, method, () => new Map<number, Series>());
    return getOrAdd(statuses, status, () => ({
      labels: { method, route, status: `${status}` },
      counts: new Array<number>(BOUNDS_SECONDS.length + 1).fill(0),
      seconds: 0,
    }));
  }
}

function samplesOf({ labels, counts, seconds }: Series): Sample[] {
  let count = 0;
  const buckets = counts.map((more, index) => {
    count += more;
    return {
      metricName: `${NAME}_bucket`,
      labels: { ...labels, le: BOUNDS_SECONDS[index] ?? '+Inf' },
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: seconds },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
