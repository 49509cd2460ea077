import { describe, expect, it } from '@jest/globals';
import { Histogram, type Metric, Registry } from 'prom-client';
import { Durations } from './durations.js';

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const HELP = 'Time from the first byte of a request to the last of its answer.';

const OBSERVED: readonly (readonly [string, string, number, number])[] = [
  ['GET', '/v1/transactions', 200, 0],
  ['GET', '/v1/transactions', 200, 0.001],
  ['GET', '/v1/transactions', 200, 0.0011],
  ['GET', '/v1/transactions', 404, 0.3],
  ['POST', '/v1/transactions', 200, 10],
  ['POST', '/v1/transactions', 200, 10.5],
  ['GET', '/"odd"\\', 200, 2.5],
];

const linesOf = async (registry: Registry) => (await registry.metrics()).trim().split('\n').sort();

describe('durations', () => {
  it('read as the histogram of the library does', async () => {
    const mine = new Registry();
    const durations = new Durations();
    mine.registerMetric(durations as unknown as Metric);
    const theirs = new Registry();
    const histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: HELP,
      labelNames: ['method', 'route', 'status'],
      buckets: BOUNDS,
      registers: [theirs],
    });
    for (const registry of [mine, theirs]) registry.setDefaultLabels({ process: 'a' });
    for (const [method, route, status, seconds] of OBSERVED) {
      durations.observe(method, route, status, seconds);
      histogram.observe({ method, route, status }, seconds);
    }
    const labelsInOrder = (line: string) =>
      line.replace(/\{(.*)\}/, (_, all: string) => all.split(',').sort().join());
    const mineSorted = (await linesOf(mine)).map(labelsInOrder).sort();
    expect(mineSorted).toEqual((await linesOf(theirs)).map(labelsInOrder).sort());
  });
});
