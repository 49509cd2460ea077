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
  async spend(name: string): Promise<number | undefined> {
    return waitSecondsOf(await spendingOf(this.#limiter.consume(name)));
  }
}

/** The same, counted in the database: to ask two instances is not to have twice as many. */
export class SharedBudget {
  readonly #limiter: RateLimiterPostgres;
  /**
   * A count that goes on for longer was begun by an instance whose clock was ahead, and would shut people out until that
   * hour has come. Clocks that are kept in time differ by much less.
   */
  readonly #longestBelievedMs: number;

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
    this.#longestBelievedMs = 2_000 * perSeconds;
  }

  async spend(name: string): Promise<number | undefined> {
    const counted = this.digest(name);
    const spending = await spendingOf(this.#limiter.consume(counted));
    if (spending.msBeforeNext <= this.#longestBelievedMs) return waitSecondsOf(spending);
    await this.#limiter.delete(counted);
    return waitSecondsOf(await spendingOf(this.#limiter.consume(counted)));
  }

  async giveBack(name: string): Promise<void> {
    await this.#limiter.reward(this.digest(name));
  }

  /** Names can be secrets, and people type passwords into the wrong field; so they are not kept as they are. */
  private digest(name: string): string {
    return createHmac('sha256', this.key).update(name).digest('base64url');
  }
}

interface Spending {
  readonly isRefused: boolean;
  readonly msBeforeNext: number;
}

/** The library rejects with a result when the budget is spent, and with an error when something else went wrong. */
async function spendingOf(consuming: Promise<RateLimiterRes>): Promise<Spending> {
  try {
    const { msBeforeNext } = await consuming;
    return { isRefused: false, msBeforeNext };
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return { isRefused: true, msBeforeNext: spent.msBeforeNext };
  }
}

/** Undefined when there was something left, else the seconds to wait. */
const waitSecondsOf = ({ isRefused, msBeforeNext }: Spending): number | undefined =>
  isRefused ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : undefined;
