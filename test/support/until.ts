import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until the answer is yes; says what it waited for when that takes too long. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await delay(50);
  }
}
