import { createHmac, type KeyObject } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';

interface Budget {
  readonly times: number;
  readonly perSeconds: number;
}

/** So many times in a while, for each name, on this instance alone. */
export class RequestBudget {
  readonly #limiter: RateLimiterMemory;

  constructor({ times, perSeconds }: Budget) {
    this.#limiter = new RateLimiterMemory({ points: times, duration: perSeconds });
  }

  /** Undefined when there was something left, else the seconds to wait. */
  spend(name: string): Promise<number | undefined> {
    return waitSecondsOf(this.#limiter.consume(name));
  }
}

/** The same, counted in the database: to ask two instances is not to have twice as many. */
export class SharedBudget {
  readonly #limiter: RateLimiterPostgres;

  constructor(
    dataSource: DataSource,
    private readonly key: KeyObject,
    /** The prefix tells the names of this budget from those of others. */
    { prefix, times, perSeconds }: Budget & { readonly prefix: string },
  ) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: dataSource,
      storeType: 'typeorm',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: prefix,
      points: times,
      duration: perSeconds,
    });
  }

  spend(name: string): Promise<number | undefined> {
    return waitSecondsOf(this.#limiter.consume(this.digest(name)));
  }

  async giveBack(name: string): Promise<void> {
    await this.#limiter.reward(this.digest(name));
  }

  /** Names can be secrets, and people type passwords into the wrong field; so they are not kept as they are. */
  private digest(name: string): string {
    return createHmac('sha256', this.key).update(name).digest('base64url');
  }
}

/** The library rejects with a result when the budget is spent, and with an error when something else went wrong. */
async function waitSecondsOf(spending: Promise<RateLimiterRes>): Promise<number | undefined> {
  try {
    await spending;
    return undefined;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
  }
}
