import { afterEach, describe, expect, it } from '@jest/globals';
import { Admission } from './admission.js';

const LIMITS = { admittedLeast: 100, admittedMost: 1_000, admittedWaitMs: 250 };

class Counted {
  inFlight = 0;
  finished = 0;
}

let admission: Admission;
afterEach(() => {
  admission.stop();
});

/** The most that may be under way after some seconds in which so many were answered in each. */
function mostAfter(seconds: number, perSecond: number): number {
  const traffic = new Counted();
  admission = new Admission(LIMITS, traffic);
  const startedAt = performance.now();
  for (let tick = 1; tick <= seconds * 10; tick += 1) {
    traffic.finished += perSecond / 10;
    admission.sample(startedAt + tick * 100);
  }
  traffic.inFlight = 0;
  while (!admission.isFull()) traffic.inFlight += 1;
  return traffic.inFlight;
}

describe('admission', () => {
  it('lets in what a service that has just started can surely take', () => {
    expect(mostAfter(0, 0)).toBe(LIMITS.admittedLeast);
  });

  it('lets in as many as are answered in a quarter of a second', () => {
    expect(mostAfter(3, 2_000)).toBeGreaterThan(490);
    expect(mostAfter(3, 2_000)).toBeLessThanOrEqual(501);
  });

  it('never lets in more than it would make sense to have waiting, nor fewer than there should always be room for', () => {
    expect(mostAfter(3, 50_000)).toBe(LIMITS.admittedMost);
    expect(mostAfter(3, 10)).toBe(LIMITS.admittedLeast);
  });
});
