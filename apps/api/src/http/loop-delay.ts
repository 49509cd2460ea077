import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

/** How late the event loop comes round to what is due. */
export class LoopDelay {
  private latest = 0;
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.delays.enable();
  }

  /** The mean since this was last asked; what was said then, if the loop has not come round to measuring since. */
  take(): number {
    // The histogram counts the time between two ticks; what is above the resolution is delay. Without any tick the mean
    // is NaN. An idle process ticks on, so that is one whose loop has turned once at most, and so is anything but on time.
    const { mean } = this.delays;
    if (!Number.isNaN(mean)) this.latest = Math.max(0, mean / 1e6 - RESOLUTION_MS);
    this.delays.reset();
    return this.latest;
  }

  stop(): void {
    this.delays.disable();
  }
}
