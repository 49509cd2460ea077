import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition is true. Throws after `withinMs`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Timed out: ${what}`);
    await delay(50);
  }
}
