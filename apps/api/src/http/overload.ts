import { Admission } from './admission.js';
import type { Limits } from './limits.js';
import { LoopDelay } from './loop-delay.js';
import type { Traffic } from './traffic.js';

/** One long pause, such as a machine that slept, is no reason to turn anybody away. */
const LATE_SAMPLES_IN_A_ROW = 2;
/** With fewer callers than this it is others who have the machine, and who is turned away waits for nobody's good. */
const FEW_CALLERS = 8;

/** Tells when this process has more work than it can do in time, so that more of it is better turned away. */
export class Overload {
  private readonly delay = new LoopDelay();
  private readonly timer: NodeJS.Timeout;
  private readonly admission: Admission;
  private lateSamples = 0;

  constructor(
    private readonly limits: Limits,
    private readonly poolWaiting: () => number,
    private readonly traffic: Traffic,
  ) {
    this.admission = new Admission(limits, traffic, new LoopDelay());
    this.timer = setInterval(this.sample, limits.loadSampleMs).unref();
  }

  /** Cheap enough to ask at every request. */
  isSwamped(): boolean {
    return (
      this.admission.isFull() ||
      (this.lateSamples >= LATE_SAMPLES_IN_A_ROW && this.traffic.inFlight >= FEW_CALLERS) ||
      this.poolWaiting() > this.limits.poolWaiting
    );
  }

  stop(): void {
    clearInterval(this.timer);
    this.admission.stop();
    this.delay.stop();
  }

  private readonly sample = (): void => {
    this.lateSamples = this.delay.take() > this.limits.eventLoopDelayMs ? this.lateSamples + 1 : 0;
  };
}
