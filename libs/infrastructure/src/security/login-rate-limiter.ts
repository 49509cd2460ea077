import type { KeyObject } from 'node:crypto';
import { parseEmail, type UserId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { PostgresRateLimiter, type RateLimitResult } from './rate-limiters.js';
import { networkOf } from './network-of.js';

export interface LoginAttempt {
  readonly address: string | undefined;
  readonly login: string;
  /** The user with this login. Email and username of one user share a limit. */
  readonly userId?: UserId | undefined;
}

const WINDOW_SECONDS = 300;
const FAILURES_PER_LOGIN = 30;
const FAILURES_PER_ADDRESS = 100;

/** Limits failed logins. Attempts are counted before the password check, so that concurrent ones cannot exceed the limit. */
export class LoginRateLimiter {
  readonly #byAddress: PostgresRateLimiter;
  readonly #byLogin: PostgresRateLimiter;

  constructor(dataSource: DataSource, key: KeyObject) {
    const limiterFor = (prefix: string, times: number): PostgresRateLimiter =>
      new PostgresRateLimiter(dataSource, key, { prefix, times, perSeconds: WINDOW_SECONDS });
    this.#byAddress = limiterFor('address', FAILURES_PER_ADDRESS);
    this.#byLogin = limiterFor('login', FAILURES_PER_LOGIN);
  }

  /** The address first, so that a blocked address cannot use up the limit of a login. Rejected attempts are not counted. */
  async consume({ address, login, userId }: LoginAttempt): Promise<RateLimitResult> {
    const ofAddress = await this.#byAddress.consume(networkOf(address));
    if (ofAddress.waitSeconds !== undefined) {
      await ofAddress.release();
      return ofAddress;
    }
    const ofLogin = await this.#byLogin.consume(loginKeyOf(login, userId));
    const release = async (): Promise<void> => {
      await ofAddress.release();
      await ofLogin.release();
    };
    if (ofLogin.waitSeconds !== undefined) await release();
    return { ...ofLogin, release };
  }
}

/** All spellings of an unknown login share one limit. */
export const loginKeyOf = (login: string, userId: UserId | undefined): string =>
  userId === undefined ? `name ${parseEmail(login) ?? login.toLowerCase()}` : `user ${userId}`;
