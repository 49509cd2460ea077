import { createHmac, type KeyObject } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { waitSecondsOf } from './wait-seconds.js';

export interface SharedBudgetSettings {
  /** Tells the names of this budget from those of others. */
  readonly prefix: string;
  readonly times: number;
  readonly perSeconds: number;
}

/** So many times in a while, for each name, counted in the database: to ask two instances is not to have twice as many. */
export class SharedBudget {
  readonly #limiter: RateLimiterPostgres;

  constructor(
    dataSource: DataSource,
    private readonly key: KeyObject,
    { prefix, times, perSeconds }: SharedBudgetSettings,
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

  /** Undefined when there was something left, else the seconds to wait. */
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
