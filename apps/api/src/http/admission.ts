import type { Limits } from './limits.js';
import type { Traffic } from './traffic.js';

const SAMPLE_MS = 100;
/** How much of the estimate is replaced by each sample: after half a second little of the old one is left. */
const WEIGHT = 0.4;

/**
 * How many requests may be under way at a time: as many as will be answered soon, judged by how many were answered
 * lately. More than that would not make the service do more, only make everybody wait longer.
 */
export class Admission {
  private readonly timer: NodeJS.Timeout;
  private readonly limits: Pick<Limits, 'admittedLeast' | 'admittedMost' | 'admittedWaitMs'>;
  private readonly traffic: Pick<Traffic, 'inFlight' | 'finished'>;
  private perMillisecond = 0;
  private finishedBefore = 0;
  private sampledAt = performance.now();
  private allowed: number;

  constructor(limits: Admission['limits'], traffic: Admission['traffic']) {
    this.limits = limits;
    this.traffic = traffic;
    this.allowed = limits.admittedLeast;
    this.timer = setInterval(() => {
      this.sample(performance.now());
    }, SAMPLE_MS).unref();
  }

  isFull(): boolean {
    return this.traffic.inFlight >= this.allowed;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  sample(now: number): void {
    const { finished } = this.traffic;
    const elapsedMs = Math.max(1, now - this.sampledAt);
    const seen = (finished - this.finishedBefore) / elapsedMs;
    this.perMillisecond += WEIGHT * (seen - this.perMillisecond);
    this.finishedBefore = finished;
    this.sampledAt = now;
    const { admittedLeast, admittedMost, admittedWaitMs } = this.limits;
    const soon = Math.round(this.perMillisecond * admittedWaitMs);
    this.allowed = Math.min(admittedMost, Math.max(admittedLeast, soon));
  }
}
