import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Limits } from './limits.js';

const RESOLUTION_MS = 10;

/** Tells when this process has more work than it can do in time, so that more of it is better turned away. */
export class Overload {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer: NodeJS.Timeout;
  private delayMs = 0;

  constructor(
    private readonly limits: Pick<Limits, 'eventLoopDelayMs' | 'poolWaiting' | 'loadSampleMs'>,
    private readonly poolWaiting: () => number,
  ) {
    this.delays.enable();
    this.timer = setInterval(this.sample, limits.loadSampleMs).unref();
  }

  /** Cheap enough to ask at every request. */
  isSwamped(): boolean {
    return this.delayMs > this.limits.eventLoopDelayMs || this.poolWaiting() > this.limits.poolWaiting;
  }

  stop(): void {
    clearInterval(this.timer);
    this.delays.disable();
  }

  private readonly sample = (): void => {
    // The histogram counts the time between two ticks; what is above the resolution is delay. No tick at all since
    // the last sample leaves NaN, which compares as not swamped: an idle process is none.
    this.delayMs = this.delays.mean / 1e6 - RESOLUTION_MS;
    this.delays.reset();
  };
}
