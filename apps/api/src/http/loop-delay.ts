import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

/** How late the event loop comes round to what is due. */
export class LoopDelay {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.delays.enable();
  }

  /** The mean since this was last asked. */
  take(): number {
    // The histogram counts the time between two ticks; what is above the resolution is delay. Without any tick since
    // the last time the mean is NaN, and an idle process is not late.
    const delayMs = this.delays.mean / 1e6 - RESOLUTION_MS;
    this.delays.reset();
    return delayMs > 0 ? delayMs : 0;
  }

  stop(): void {
    this.delays.disable();
  }
}
