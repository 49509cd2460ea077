import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../../test/support/until.js';
import { LoopDelay } from './loop-delay.js';

const BLOCKED_MS = 200;

function block(milliseconds: number): void {
  for (const endsAt = performance.now() + milliseconds; performance.now() < endsAt;);
}

/** Once may not do: where the machine stood still just before, there was no tick yet that the next could be late after. */
async function delayAfterABlock(): Promise<number> {
  let told = 0;
  await until('a delay was told', async () => {
    await delay(30);
    block(BLOCKED_MS);
    await delay(20);
    told = loop.take();
    return told > 10;
  });
  return told;
}

let loop: LoopDelay;
beforeEach(() => {
  loop = new LoopDelay();
});
afterEach(() => {
  loop.stop();
});

describe('the delay of the event loop', () => {
  it('is nothing before there was anything to be late for', () => {
    expect(loop.take()).toBe(0);
  });

  it('shows that something kept the loop from coming round', async () => {
    await expect(delayAfterABlock()).resolves.toBeGreaterThan(10);
  });

  it('stays as it was told until the loop comes round again', async () => {
    const told = await delayAfterABlock();
    block(BLOCKED_MS);
    expect(loop.take()).toBe(told);
  });

  it('is told once', async () => {
    const told = await delayAfterABlock();
    await until('less was told', async () => {
      await delay(50);
      return loop.take() < told;
    });
  });
});
