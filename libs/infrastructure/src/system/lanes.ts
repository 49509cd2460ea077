export interface LanesLimits {
  /** How many of one name may be inside at once. */
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
}

/** As many as keep the line before one lock of the database busy: each has a connection in hand while it waits there. */
export const BEFORE_ONE_LOCK: LanesLimits = { atOnce: 3, mostWaiting: 256, longestWaitMs: 5_000 };

interface Lane {
  inside: number;
  readonly waiting: (() => void)[];
}

/** Gives each name a lane of its own, through which only few go at once: whoever comes with many waits for nobody else. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  constructor(
    private readonly limits: LanesLimits,
    private readonly refusal: () => Error,
  ) {}

  /** Answers how to leave again, which has to be done, and may be done twice. */
  async enter(name: string): Promise<() => void> {
    const lane = this.#lanes.get(name) ?? { inside: 0, waiting: [] };
    this.#lanes.set(name, lane);
    if (lane.inside < this.limits.atOnce) lane.inside += 1;
    else await this.#turnIn(lane);
    let isInside = true;
    return () => {
      if (isInside) this.#leave(name, lane);
      isInside = false;
    };
  }

  async during<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(name);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Whoever leaves hands on the place. */
  #turnIn({ waiting }: Lane): Promise<void> {
    const { mostWaiting, longestWaitMs } = this.limits;
    if (waiting.length >= mostWaiting) return Promise.reject(this.refusal());
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(this.refusal());
      }, longestWaitMs);
      waiting.push(begin);
    });
  }

  #leave(name: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    lane.inside -= 1;
    if (lane.inside === 0) this.#lanes.delete(name);
  }
}
