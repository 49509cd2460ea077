import { createHmac, type KeyObject } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { waitSecondsOf } from './wait-seconds.js';

export interface LoginAttempt {
  readonly address: string;
  /** The email or username as it was typed. */
  readonly login: string;
}

const WINDOW_SECONDS = 300;
const FAILURES_PER_LOGIN = 30;
const FAILURES_PER_ADDRESS = 100;

/** Failed logins, counted in the database so that guessing at two instances is not twice as fast. */
export class LoginBudget {
  readonly #byAddress: RateLimiterPostgres;
  readonly #byLogin: RateLimiterPostgres;

  constructor(
    dataSource: DataSource,
    private readonly key: KeyObject,
  ) {
    this.#byAddress = limiterOn(dataSource, 'address', FAILURES_PER_ADDRESS);
    this.#byLogin = limiterOn(dataSource, 'login', FAILURES_PER_LOGIN);
  }

  /**
   * The address first: one that has used up its own share can no longer use up somebody else's. Who is refused has not
   * failed, and is not counted: of many who log in at once with the right password some have to wait, but not for long.
   */
  async spend(attempt: LoginAttempt): Promise<number | undefined> {
    const [address, login] = [this.digest(attempt.address), this.digest(attempt.login.toLowerCase())];
    const ofAddress = await waitSecondsOf(this.#byAddress.consume(address));
    if (ofAddress !== undefined) {
      await this.#byAddress.reward(address);
      return ofAddress;
    }
    const ofLogin = await waitSecondsOf(this.#byLogin.consume(login));
    if (ofLogin !== undefined) await this.giveBack(attempt);
    return ofLogin;
  }

  async giveBack(attempt: LoginAttempt): Promise<void> {
    await this.#byAddress.reward(this.digest(attempt.address));
    await this.#byLogin.reward(this.digest(attempt.login.toLowerCase()));
  }

  /** People type passwords into the wrong field, so what was typed is not kept as it was. */
  private digest(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

const limiterOn = (dataSource: DataSource, keyPrefix: string, points: number): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: dataSource,
    storeType: 'typeorm',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
  });
