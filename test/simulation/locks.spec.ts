import { describe, expect, it } from '@jest/globals';
import { Deadlock, type Holder, Locks } from './locks.js';

// A simulation whose locks let everybody in would find nothing, and would not say so.

const [ada, bob, cy]: Holder[] = [{ name: 'ada' }, { name: 'bob' }, { name: 'cy' }];

describe('the locks of the simulation', () => {
  it('are had at once when nobody else has them, again and again', () => {
    const locks = new Locks();
    expect(locks.acquire(ada!, 'book', 'exclusive')).toBeUndefined();
    expect(locks.acquire(ada!, 'book', 'shared')).toBeUndefined();
    locks.releaseAll(ada!);
    expect(locks.isEmpty).toBe(true);
  });

  it('are shared by those who only share, and waited for by one who does not', async () => {
    const locks = new Locks();
    expect(locks.acquire(ada!, 'book', 'shared')).toBeUndefined();
    expect(locks.acquire(bob!, 'book', 'shared')).toBeUndefined();
    const waiting = locks.acquire(cy!, 'book', 'exclusive');
    expect(waiting).toBeInstanceOf(Promise);
    const order: string[] = [];
    const granted = waiting?.then(() => order.push('cy has it'));
    locks.releaseAll(ada!);
    await Promise.resolve();
    order.push('bob lets go');
    locks.releaseAll(bob!);
    await granted;
    expect(order).toEqual(['bob lets go', 'cy has it']);
  });

  it('are given in the order of asking, and to nobody who has gone', async () => {
    const locks = new Locks();
    void locks.acquire(ada!, 'book', 'exclusive');
    void locks.acquire(bob!, 'book', 'exclusive');
    const third = locks.acquire(cy!, 'book', 'shared');
    locks.releaseAll(bob!);
    locks.releaseAll(ada!);
    await expect(third).resolves.toBeUndefined();
  });

  it('refuse a wait in a circle, and name it', () => {
    const locks = new Locks();
    void locks.acquire(ada!, 'book', 'exclusive');
    void locks.acquire(bob!, 'request', 'exclusive');
    void locks.acquire(ada!, 'request', 'shared');
    expect(() => locks.acquire(bob!, 'book', 'exclusive')).toThrow(Deadlock);
    expect(() => locks.acquire(bob!, 'book', 'exclusive')).toThrow(/bob for book.*ada for request/);
  });

  it('refuse a circle of two who share and both want it alone', () => {
    const locks = new Locks();
    void locks.acquire(ada!, 'book', 'shared');
    void locks.acquire(bob!, 'book', 'shared');
    void locks.acquire(ada!, 'book', 'exclusive');
    expect(() => locks.acquire(bob!, 'book', 'exclusive')).toThrow(Deadlock);
  });
});
