import type { Limits } from './limits.js';
import type { LoopDelay } from './loop-delay.js';
import type { Traffic } from './traffic.js';

const SAMPLE_MS = 50;
/** How much of the estimate is replaced by each sample: after a quarter of a second little of the old one is left. */
const WEIGHT = 0.4;
/** By how much one sample may change the share: down at once, because those who wait are many, and up with care. */
const DOWN = 0.6;
const UP_WHILE_REFUSING = 1.05;
const UP = 1.1;
/** Few requests at a time are written in small batches, which cost more for each. */
const LEAST_SHARE = 1 / 2;

type AdmissionLimits = Pick<
  Limits,
  'admittedLeast' | 'admittedMost' | 'admittedWaitMs' | 'begunAtOnce' | 'refusalDelayMs'
>;

/**
 * How many requests may be under way at a time: as many as will be answered soon, judged by how many were answered
 * lately. More than that would not make the service do more, only make everybody wait longer.
 *
 * While some are refused, only as many are let in as can be begun at once, and a share of them while the others have to
 * wait for their refusal: to say no at once is the first duty of whoever is asked for much more than he can do. Where
 * nobody is refused, nobody waits for a refusal.
 */
export class Admission {
  private readonly timer: NodeJS.Timeout;
  private perMillisecond = 0;
  private finishedBefore = 0;
  private sampledAt = performance.now();
  private share = 1;
  private hasRefused = false;
  private allowed: number;

  constructor(
    private readonly limits: AdmissionLimits,
    private readonly traffic: Pick<Traffic, 'underWay' | 'finished'>,
    private readonly delay: Pick<LoopDelay, 'take' | 'stop'>,
  ) {
    this.allowed = limits.admittedLeast;
    this.timer = setInterval(() => {
      this.sample(performance.now());
    }, SAMPLE_MS).unref();
  }

  isFull(): boolean {
    const isFull = this.traffic.underWay >= this.allowed;
    this.hasRefused ||= isFull;
    return isFull;
  }

  stop(): void {
    clearInterval(this.timer);
    this.delay.stop();
  }

  sample(now: number): void {
    const room = this.room(now);
    this.share = Math.min(1, Math.max(LEAST_SHARE, this.share * this.change()));
    this.allowed = Math.ceil(this.share * room);
    this.hasRefused = false;
  }

  private room(now: number): number {
    const { admittedLeast, admittedMost, admittedWaitMs, begunAtOnce } = this.limits;
    const soon = this.rate(now) * admittedWaitMs;
    const room = Math.min(admittedMost, Math.max(admittedLeast, soon));
    return this.hasRefused ? Math.min(begunAtOnce, room) : room;
  }

  private rate(now: number): number {
    const { finished } = this.traffic;
    const elapsedMs = Math.max(1, now - this.sampledAt);
    const seen = (finished - this.finishedBefore) / elapsedMs;
    this.finishedBefore = finished;
    this.sampledAt = now;
    return (this.perMillisecond += WEIGHT * (seen - this.perMillisecond));
  }

  /** What the share is to be multiplied with, so that a refusal waits as long as it may, and no longer. */
  private change(): number {
    const fitting = this.limits.refusalDelayMs / this.delay.take();
    return this.hasRefused ? Math.min(UP_WHILE_REFUSING, Math.max(DOWN, fitting)) : UP;
  }
}
