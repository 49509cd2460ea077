import type { Limits } from './limits.js';
import type { LoopDelay } from './loop-delay.js';
import type { Traffic } from './traffic.js';

const SAMPLE_MS = 50;
/** How much of an estimate is replaced by each sample: after a quarter of a second little of the old one is left. */
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
 * While more are refused than answered, only as many are let in as can be begun at once, and while some are refused, a
 * share of them if the others have to wait for their refusal: to say no at once is the first duty of whoever is asked
 * for much more than can be done. Whoever is asked for a little more does most of it, the better the more are let in; and
 * where nobody is refused, nobody waits for a refusal.
 */
export class Admission {
  private readonly timer: NodeJS.Timeout;
  private finishedPerMs = 0;
  private refusedPerMs = 0;
  private finishedBefore = 0;
  private sampledAt = performance.now();
  private share = 1;
  private refused = 0;
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
    if (isFull) this.refused += 1;
    return isFull;
  }

  stop(): void {
    clearInterval(this.timer);
    this.delay.stop();
  }

  sample(now: number): void {
    this.estimate(now);
    this.share = Math.min(1, Math.max(LEAST_SHARE, this.share * this.change()));
    this.allowed = Math.ceil(this.share * this.room());
    this.refused = 0;
  }

  private estimate(now: number): void {
    const { finished } = this.traffic;
    const elapsedMs = Math.max(1, now - this.sampledAt);
    this.finishedPerMs += WEIGHT * ((finished - this.finishedBefore) / elapsedMs - this.finishedPerMs);
    // A flood is seen at once, and not forgotten for one twentieth of a second in which less came.
    this.refusedPerMs = Math.max((1 - WEIGHT) * this.refusedPerMs, this.refused / elapsedMs);
    this.finishedBefore = finished;
    this.sampledAt = now;
  }

  private get isFlooded(): boolean {
    return this.refused > 0 && this.refusedPerMs > this.finishedPerMs;
  }

  private room(): number {
    const { admittedLeast, admittedMost, admittedWaitMs, begunAtOnce } = this.limits;
    const soon = this.finishedPerMs * admittedWaitMs;
    const room = Math.min(admittedMost, Math.max(admittedLeast, soon));
    return this.isFlooded ? Math.min(begunAtOnce, room) : room;
  }

  /** What the share is to be multiplied with, so that a refusal waits as long as it may, and no longer. */
  private change(): number {
    const fitting = this.limits.refusalDelayMs / this.delay.take();
    return this.refused > 0 ? Math.min(UP_WHILE_REFUSING, Math.max(DOWN, fitting)) : UP;
  }
}
