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

/** What came of spending once. */
export interface Spent {
  /** Undefined when there was something left, else the seconds to wait. */
  readonly waitSeconds: number | undefined;
  /** Makes it uncounted, as long as its count goes on: one that was begun anew since has nothing to do with it. */
  readonly giveBack: () => Promise<void>;
}

/** Between the ends of two counts lie minutes, and between two readings of one end no more than a moment. */
const SAME_END_MS = 1_000;

/** The same, counted in the database: to ask two instances is not to have twice as many. */
export class SharedBudget {
  readonly #limiter: RateLimiterPostgres;
  /**
   * A count that goes on for longer was begun by an instance whose clock was ahead, and would shut people out until that
   * hour has come. Clocks that are kept in time differ by much less.
   */
  readonly #longestBelievedMs: number;

  constructor(
    private readonly dataSource: DataSource,
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

  async spend(name: string): Promise<Spent> {
    const counted = this.digest(name);
    const spending = await spendingOf(this.#limiter.consume(counted));
    if (spending.msBeforeNext <= this.#longestBelievedMs) return this.#spent(counted, spending);
    await this.#limiter.delete(counted);
    return this.#spent(counted, await spendingOf(this.#limiter.consume(counted)));
  }

  #spent(counted: string, spending: Spending): Spent {
    const endsAt = Date.now() + spending.msBeforeNext;
    const giveBack = async (): Promise<void> => {
      const values = [this.#limiter.getKey(counted), endsAt - SAME_END_MS, endsAt + SAME_END_MS];
      await this.dataSource.query(GIVE_BACK, values);
    };
    return { waitSeconds: waitSecondsOf(spending), giveBack };
  }

  /** Names can be secrets, and people type passwords into the wrong field; so they are not kept as they are. */
  private digest(name: string): string {
    return createHmac('sha256', this.key).update(name).digest('base64url');
  }
}

/** The library's own way begins a new count below zero where the old one has ended meanwhile. */
const GIVE_BACK = `UPDATE rate_limits SET points = points - 1
  WHERE key = $1 AND points > 0 AND expire BETWEEN $2::bigint AND $3::bigint`;

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
