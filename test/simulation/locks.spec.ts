import { describe, expect, it } from '@jest/globals';
import { Deadlock, type Holder, Locks } from './locks.js';

// With broken locks the simulation would find nothing, and still pass.

const [ada, bob, cy]: Holder[] = [{ name: 'ada' }, { name: 'bob' }, { name: 'cy' }];

describe('simulated row locks', () => {
  it('are granted immediately if free, and can be acquired again by their holder', () => {
    const locks = new Locks();
    expect(locks.acquire(ada!, 'balance', 'exclusive')).toBeUndefined();
    expect(locks.acquire(ada!, 'balance', 'shared')).toBeUndefined();
    locks.releaseAll(ada!);
    expect(locks.isEmpty).toBe(true);
  });

  it('can be shared, and an exclusive request waits for all shared holders', async () => {
    const locks = new Locks();
    expect(locks.acquire(ada!, 'balance', 'shared')).toBeUndefined();
    expect(locks.acquire(bob!, 'balance', 'shared')).toBeUndefined();
    const waiting = locks.acquire(cy!, 'balance', 'exclusive');
    expect(waiting).toBeInstanceOf(Promise);
    const order: string[] = [];
    const granted = waiting?.then(() => order.push('cy acquires'));
    locks.releaseAll(ada!);
    await Promise.resolve();
    order.push('bob releases');
    locks.releaseAll(bob!);
    await granted;
    expect(order).toEqual(['bob releases', 'cy acquires']);
  });

  it('are granted in the order of requests, without holders that have released', async () => {
    const locks = new Locks();
    void locks.acquire(ada!, 'balance', 'exclusive');
    void locks.acquire(bob!, 'balance', 'exclusive');
    const third = locks.acquire(cy!, 'balance', 'shared');
    locks.releaseAll(bob!);
    locks.releaseAll(ada!);
    await expect(third).resolves.toBeUndefined();
  });

  it('detect a deadlock and report its cycle', () => {
    const locks = new Locks();
    void locks.acquire(ada!, 'balance', 'exclusive');
    void locks.acquire(bob!, 'request', 'exclusive');
    void locks.acquire(ada!, 'request', 'shared');
    expect(() => locks.acquire(bob!, 'balance', 'exclusive')).toThrow(Deadlock);
    expect(() => locks.acquire(bob!, 'balance', 'exclusive')).toThrow(/bob for balance.*ada for request/);
  });

  it('detect a deadlock of two shared holders that both request the exclusive lock', () => {
    const locks = new Locks();
    void locks.acquire(ada!, 'balance', 'shared');
    void locks.acquire(bob!, 'balance', 'shared');
    void locks.acquire(ada!, 'balance', 'exclusive');
    expect(() => locks.acquire(bob!, 'balance', 'exclusive')).toThrow(Deadlock);
  });
});
