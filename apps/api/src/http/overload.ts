import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Admission } from './admission.js';
import type { Limits } from './limits.js';
import type { Traffic } from './traffic.js';

const RESOLUTION_MS = 10;
/** One long pause, such as a machine that slept, is no reason to turn anybody away. */
const LATE_SAMPLES_IN_A_ROW = 2;

/** Tells when this process has more work than it can do in time, so that more of it is better turned away. */
export class Overload {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly timer: NodeJS.Timeout;
  private readonly admission: Admission;
  private lateSamples = 0;

  constructor(
    private readonly limits: Limits,
    private readonly poolWaiting: () => number,
    traffic: Traffic,
  ) {
    this.admission = new Admission(limits, traffic);
    this.delays.enable();
    this.timer = setInterval(this.sample, limits.loadSampleMs).unref();
  }

  /** Cheap enough to ask at every request. */
  isSwamped(): boolean {
    return (
      this.admission.isFull() ||
      this.lateSamples >= LATE_SAMPLES_IN_A_ROW ||
      this.poolWaiting() > this.limits.poolWaiting
    );
  }

  stop(): void {
    clearInterval(this.timer);
    this.admission.stop();
    this.delays.disable();
  }

  private readonly sample = (): void => {
    // The histogram counts the time between two ticks; what is above the resolution is delay. Without any tick since
    // the last sample the mean is NaN, which is not late: an idle process is not swamped.
    const delayMs = this.delays.mean / 1e6 - RESOLUTION_MS;
    this.lateSamples = delayMs > this.limits.eventLoopDelayMs ? this.lateSamples + 1 : 0;
    this.delays.reset();
  };
}
