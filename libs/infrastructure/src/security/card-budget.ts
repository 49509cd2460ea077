import type { KeyObject } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { SharedBudget } from './budgets.js';
import { networkOf } from './network-of.js';

const WINDOW_SECONDS = 60;
const TRIES_PER_ADDRESS = 60;
const TRIES_PER_PAGE = 15;

/** Limits card testing: trying stolen cards to find those that work. */
export class CardBudget {
  readonly #byAddress: SharedBudget;
  readonly #byPage: SharedBudget;

  constructor(dataSource: DataSource, key: KeyObject) {
    const budgetFor = (prefix: string, times: number): SharedBudget =>
      new SharedBudget(dataSource, key, { prefix, times, perSeconds: WINDOW_SECONDS });
    this.#byAddress = budgetFor('card-address', TRIES_PER_ADDRESS);
    this.#byPage = budgetFor('card-page', TRIES_PER_PAGE);
  }

  async spend(address: string, page: string): Promise<number | undefined> {
    const { waitSeconds } = await this.#byAddress.spend(networkOf(address));
    return waitSeconds ?? (await this.#byPage.spend(page)).waitSeconds;
  }
}
