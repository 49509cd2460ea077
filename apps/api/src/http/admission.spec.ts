import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Admission } from './admission.js';

const LIMITS = {
  admittedLeast: 100,
  admittedMost: 1_000,
  admittedWaitMs: 100,
  begunAtOnce: 40,
  refusalDelayMs: 25,
};
const SAMPLE_MS = 50;

class Counted {
  underWay = 0;
  finished = 0;
}

class Delayed {
  milliseconds = 0;
  take = (): number => this.milliseconds;
  stop = (): void => undefined;
}

let traffic: Counted;
let delay: Delayed;
let admission: Admission;
let now: number;

beforeEach(() => {
  traffic = new Counted();
  delay = new Delayed();
  admission = new Admission(LIMITS, traffic, delay);
  now = performance.now();
});
afterEach(() => {
  admission.stop();
});

/** Some seconds in which so many are answered in each, and so many find no room. */
function pass(seconds: number, { perSecond = 0, refusedPerSecond = 0 }): void {
  const inSample = SAMPLE_MS / 1_000;
  for (let passed = 0; passed < seconds * 1_000; passed += SAMPLE_MS) {
    traffic.underWay = LIMITS.admittedMost;
    for (let refused = 0; refused < refusedPerSecond * inSample; refused += 1) admission.isFull();
    traffic.finished += perSecond * inSample;
    now += SAMPLE_MS;
    admission.sample(now);
  }
}

function mostUnderWay(): number {
  traffic.underWay = 0;
  while (!admission.isFull()) traffic.underWay += 1;
  return traffic.underWay;
}

describe('admission', () => {
  it('lets in what a service that has just started can surely take', () => {
    expect(mostUnderWay()).toBe(LIMITS.admittedLeast);
  });

  it('lets in as many as are answered in a tenth of a second', () => {
    pass(3, { perSecond: 5_000 });
    expect(mostUnderWay()).toBeGreaterThan(490);
    expect(mostUnderWay()).toBeLessThanOrEqual(501);
  });

  it('never lets in more than it would make sense to have waiting', () => {
    pass(3, { perSecond: 50_000 });
    expect(mostUnderWay()).toBe(LIMITS.admittedMost);
  });

  it('lets in no fewer than there should always be room for, however slowly they are answered', () => {
    pass(3, { perSecond: 10 });
    expect(mostUnderWay()).toBe(LIMITS.admittedLeast);
  });

  it('lets in no more than can be begun at once while more are refused than answered', () => {
    pass(1, { perSecond: 5_000, refusedPerSecond: 5_020 });
    expect(mostUnderWay()).toBe(LIMITS.begunAtOnce);
  });

  it('lets in as many as ever where fewer are refused than answered', () => {
    pass(3, { perSecond: 50_000, refusedPerSecond: 40_000 });
    expect(mostUnderWay()).toBe(LIMITS.admittedMost);
  });

  it('takes in at once that more are refused than answered, and that it is over in a quarter of a second', () => {
    pass(3, { perSecond: 5_000 });
    pass(0.05, { perSecond: 5_000, refusedPerSecond: 15_000 });
    expect(mostUnderWay()).toBe(LIMITS.begunAtOnce);
    pass(0.25, { perSecond: 5_000, refusedPerSecond: 1_000 });
    expect(mostUnderWay()).toBeGreaterThan(490);
  });

  it('lets in a share of as many as ever where some are refused and have to wait for it', () => {
    delay.milliseconds = 1_000;
    pass(3, { perSecond: 50_000, refusedPerSecond: 40_000 });
    expect(mostUnderWay()).toBe(LIMITS.admittedMost / 2);
  });

  it('lets in no more than before once others are refused, however many could be begun at once', () => {
    admission.stop();
    admission = new Admission({ ...LIMITS, begunAtOnce: 5_000 }, traffic, delay);
    pass(1, { refusedPerSecond: 20 });
    expect(mostUnderWay()).toBe(LIMITS.admittedLeast);
  });

  it('lets in fewer of them while those who are refused have to wait for it', () => {
    delay.milliseconds = LIMITS.refusalDelayMs * 1.2;
    pass(0.15, { refusedPerSecond: 20 });
    expect(mostUnderWay()).toBe(Math.ceil(LIMITS.begunAtOnce / 1.2 ** 3));
  });

  it('never lets in so few that writing them together is worth nothing', () => {
    delay.milliseconds = 1_000;
    pass(10, { refusedPerSecond: 20 });
    expect(mostUnderWay()).toBe(LIMITS.begunAtOnce / 2);
  });

  it('lets in as many as ever where it is late but refuses nobody', () => {
    delay.milliseconds = 1_000;
    pass(10, { refusedPerSecond: 0 });
    expect(mostUnderWay()).toBe(LIMITS.admittedLeast);
  });

  it('lets more in again as soon as refusals are in time', () => {
    delay.milliseconds = 1_000;
    pass(10, { refusedPerSecond: 20 });
    delay.milliseconds = LIMITS.refusalDelayMs / 2;
    pass(0.25, { refusedPerSecond: 20 });
    expect(mostUnderWay()).toBe(Math.ceil((LIMITS.begunAtOnce / 2) * 1.05 ** 5));
    pass(2, { refusedPerSecond: 20 });
    expect(mostUnderWay()).toBe(LIMITS.begunAtOnce);
  });

  it('is as before within two seconds after the last was refused', () => {
    delay.milliseconds = 1_000;
    pass(10, { refusedPerSecond: 20 });
    pass(2, { refusedPerSecond: 0 });
    expect(mostUnderWay()).toBe(LIMITS.admittedLeast);
  });
});
