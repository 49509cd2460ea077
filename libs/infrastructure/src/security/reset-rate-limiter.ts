import type { KeyObject } from 'node:crypto';
import type { UserId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { loginKeyOf } from './login-rate-limiter.js';
import { networkOf } from './network-of.js';
import { PostgresRateLimiter } from './rate-limiters.js';

const HOUR_SECONDS = 3_600;
const MAILS_PER_USER = 5;
const REQUESTS_PER_ADDRESS = 20;
const FORMS_PER_ADDRESS = 60;

/** Limits the mails with links to reset passwords, and the forms of their page. */
export class ResetRateLimiter {
  readonly #mails: PostgresRateLimiter;
  readonly #requests: PostgresRateLimiter;
  readonly #forms: PostgresRateLimiter;

  constructor(dataSource: DataSource, key: KeyObject) {
    const limiterFor = (prefix: string, times: number): PostgresRateLimiter =>
      new PostgresRateLimiter(dataSource, key, { prefix, times, perSeconds: HOUR_SECONDS });
    this.#mails = limiterFor('reset-mail', MAILS_PER_USER);
    this.#requests = limiterFor('reset-address', REQUESTS_PER_ADDRESS);
    this.#forms = limiterFor('reset-form', FORMS_PER_ADDRESS);
  }

  /** Whether the user may get another mail. An unknown login has a limit of its own, so that it takes the same time. */
  async consumeMail(login: string, userId: UserId | undefined): Promise<boolean> {
    return (await this.#mails.consume(loginKeyOf(login, userId))).waitSeconds === undefined;
  }

  /** Seconds to wait; undefined within the limit. */
  async consumeRequest(address: string | undefined): Promise<number | undefined> {
    return (await this.#requests.consume(networkOf(address))).waitSeconds;
  }

  /** Seconds to wait; undefined within the limit. */
  async consumeForm(address: string | undefined): Promise<number | undefined> {
    return (await this.#forms.consume(networkOf(address))).waitSeconds;
  }
}
