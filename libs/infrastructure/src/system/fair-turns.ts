import { Circle } from './circle.js';

interface Waiter {
  readonly begin: () => void;
  readonly refuse: () => void;
}

export interface FairTurnsLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
}

/**
 * Does a few works at a time, for callers who take turns: one work of each who waits, then the next of each. When no more
 * may wait, room for one who has few waiting is made by refusing the latest of whoever has most.
 */
export class FairTurns {
  readonly #waiting = new Circle<Waiter>();
  #count = 0;
  #running = 0;

  constructor(
    private readonly limits: FairTurnsLimits,
    private readonly refusal: () => Error,
  ) {}

  async run<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.limits.atOnce) this.#running += 1;
    else await this.#turnOf(who);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turnOf(who: string): Promise<void> {
    if (this.#count >= this.limits.mostWaiting && !this.#makeRoomFor(who))
      return Promise.reject(this.refusal());
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        reject(this.refusal());
      };
      this.#waiting.add(who, { begin: resolve, refuse });
      this.#count += 1;
    });
  }

  /** Hands the place of a work that is over to the next caller. */
  #next(): void {
    const next = this.#waiting.take();
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#count -= 1;
    next.begin();
  }

  #makeRoomFor(who: string): boolean {
    // With one more waiting, the newcomer would be no better than the one who made room.
    const removed = this.#waiting.takeLatestOfMost(this.#waiting.of(who).length + 1);
    if (removed === undefined) return false;
    removed.refuse();
    this.#count -= 1;
    return true;
  }
}
