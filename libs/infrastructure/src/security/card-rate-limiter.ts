import type { KeyObject } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { PostgresRateLimiter } from './rate-limiters.js';
import { networkOf } from './network-of.js';

const WINDOW_SECONDS = 60;
const TRIES_PER_ADDRESS = 60;
const TRIES_PER_PAGE = 15;

/** Limits card testing: trying stolen cards to find those that work. */
export class CardRateLimiter {
  readonly #byAddress: PostgresRateLimiter;
  readonly #byPage: PostgresRateLimiter;

  constructor(dataSource: DataSource, key: KeyObject) {
    const limiterFor = (prefix: string, times: number): PostgresRateLimiter =>
      new PostgresRateLimiter(dataSource, key, { prefix, times, perSeconds: WINDOW_SECONDS });
    this.#byAddress = limiterFor('card-address', TRIES_PER_ADDRESS);
    this.#byPage = limiterFor('card-page', TRIES_PER_PAGE);
  }

  async consume(address: string, page: string): Promise<number | undefined> {
    const { waitSeconds } = await this.#byAddress.consume(networkOf(address));
    return waitSeconds ?? (await this.#byPage.consume(page)).waitSeconds;
  }
}
