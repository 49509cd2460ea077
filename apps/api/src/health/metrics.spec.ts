import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

const POOL = { size: 1, idle: 1, waiting: 0 };

describe('the numbers of a service', () => {
  it('are written once for all who ask at once, and anew for those who ask later', async () => {
    let read = 0;
    const metrics = new Metrics({ inFlight: () => ++read, pool: () => POOL });
    const told = await Promise.all(Array.from({ length: 100 }, () => metrics.text()));
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toContain('http_requests_in_flight 1\n');
    expect(await metrics.text()).toContain('http_requests_in_flight 2\n');
  });

  it('are asked for again after they could not be had', async () => {
    const answers = [Promise.reject(new Error('gone')), Promise.resolve('here')];
    const exchange = { name: 'a', offer: () => undefined, collect: () => answers.shift()! };
    const metrics = new Metrics({ inFlight: () => 0, pool: () => POOL }, exchange);
    await expect(metrics.text()).rejects.toThrow('gone');
    expect(await metrics.text()).toBe('here');
  });
});
