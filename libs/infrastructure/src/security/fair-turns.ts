interface Waiter {
  readonly begin: () => void;
  readonly refuse: () => void;
}

export interface FairTurnsLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
}

/**
 * Does a few works at a time, for callers who take turns: one work of each who waits, then the next of each. Whoever
 * brings very many waits behind himself and nobody else. When no more may wait, room for one who has few waiting is made
 * by refusing the latest of whoever has most.
 */
export class FairTurns {
  /** The caller whose turn is next comes first. Nobody is here who has nothing waiting. */
  readonly #waiting = new Map<string, Waiter[]>();
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
      const waiters = this.#waiting.get(who) ?? [];
      waiters.push({ begin: resolve, refuse });
      this.#waiting.set(who, waiters);
      this.#count += 1;
    });
  }

  /** Hands the place of a work that is over to the next caller, who then stands behind all others. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [who, waiters] = first;
    const waiter = waiters.shift();
    this.#waiting.delete(who);
    if (waiters.length > 0) this.#waiting.set(who, waiters);
    this.#count -= 1;
    waiter?.begin();
  }

  #makeRoomFor(who: string): boolean {
    const most = [...this.#waiting.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    );
    // With one more waiting, the newcomer would be no better than the one who made room.
    if (most.length <= (this.#waiting.get(who)?.length ?? 0) + 1) return false;
    most.pop()?.refuse();
    this.#count -= 1;
    return true;
  }
}
