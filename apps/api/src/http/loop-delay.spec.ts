import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LoopDelay } from './loop-delay.js';

const BLOCKED_MS = 200;

function block(milliseconds: number): void {
  for (const endsAt = performance.now() + milliseconds; performance.now() < endsAt;);
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
    await delay(30);
    block(BLOCKED_MS);
    await delay(20);
    expect(loop.take()).toBeGreaterThan(10);
  });

  it('stays as it was told until the loop comes round again', async () => {
    await delay(30);
    block(BLOCKED_MS);
    await delay(20);
    const told = loop.take();
    block(BLOCKED_MS);
    expect(loop.take()).toBe(told);
  });

  it('is told once', async () => {
    await delay(30);
    block(BLOCKED_MS);
    await delay(20);
    const told = loop.take();
    await delay(50);
    expect(loop.take()).toBeLessThan(told);
  });
});
