import { describe, expect, it } from '@jest/globals';
import { Metrics, type MetricsOptions } from './metrics.js';

const metricsOf = (options?: MetricsOptions, inFlight = () => 0) =>
  new Metrics({ inFlight, pool: () => ({ size: 1, idle: 1, waiting: 0 }) }, options);

describe('the metrics of a service', () => {
  it('are cached for one second', async () => {
    let renders = 0;
    const metrics = metricsOf({}, () => ++renders);
    const texts = await Promise.all(Array.from({ length: 50 }, () => metrics.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('http_requests_in_flight 1\n');
    expect(await metrics.text()).toBe(texts[0]);
    expect(renders).toBe(1);
  });

  it('count requests by method, route and status in the buckets of a histogram', async () => {
    const metrics = metricsOf();
    for (const seconds of [0.001, 0.0011, 0.3, 10.5]) metrics.observe('GET', '/v1/account', 200, seconds);
    const text = await metrics.text();
    const labels = 'method="GET",route="/v1/account",status="200"';
    const count = (le: string) =>
      Number(
        new RegExp(`^http_request_duration_seconds_bucket\\{le="${le}",${labels}\\} (\\d+)$`, 'm').exec(
          text,
        )?.[1],
      );
    expect(['0.001', '0.0025', '0.25', '0.5', '10', '\\+Inf'].map(count)).toEqual([1, 2, 2, 3, 3, 4]);
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} 4\n`);
  });

  it('of a cluster are those of all processes, with a label for each', async () => {
    const all = metricsOf({
      metricsAggregator: { name: '2', register: () => undefined, collect: () => Promise.resolve('all') },
    });
    expect(await all.text()).toBe('all');
    const names: string[] = [];
    metricsOf({
      metricsAggregator: {
        name: '2',
        register: (registry) => void registry.metrics().then((text) => names.push(text)),
        collect: () => Promise.resolve(''),
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(names.join()).toContain('http_requests_in_flight{process="2"} 0\n');
  });
});
