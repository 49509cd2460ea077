import pLimit, { type LimitFunction } from 'p-limit';

export interface KeyedLimits {
  readonly concurrency: number;
  readonly maxQueued: number;
  /** Work that waited longer is rejected and not started. */
  readonly maxWaitMs: number;
}

/** For work that needs the same row lock: each holds a connection of the pool, and three keep the lock busy. */
export const ROW_LOCK_LIMITS: KeyedLimits = { concurrency: 3, maxQueued: 256, maxWaitMs: 5_000 };

/** A concurrency limit per key, so that a caller with many requests delays only its own. */
export class KeyedLimit {
  readonly #limits = new Map<string, LimitFunction>();

  constructor(
    private readonly limits: KeyedLimits,
    private readonly refusal: () => Error,
  ) {}

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const limit = this.#limits.get(key) ?? pLimit(this.limits.concurrency);
    if (limit.pendingCount >= this.limits.maxQueued) throw this.refusal();
    this.#limits.set(key, limit);
    const deadline = performance.now() + this.limits.maxWaitMs;
    try {
      return await limit(() => {
        if (performance.now() > deadline) throw this.refusal();
        return work();
      });
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(key);
    }
  }

  /** For work that ends elsewhere: waits for a slot, and resolves with the function that releases it. */
  acquire(key: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.run(key, () => new Promise<void>(resolve)).catch(reject);
    });
  }
}
