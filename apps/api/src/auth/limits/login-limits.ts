import type { LoginAttempt, LoginRateLimiter } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import { rateLimited } from '../../common/errors/api-error.js';

/** Guards logins against guessing, by address and by the name that is tried, over all instances together. */
export class LoginLimits {
  constructor(private readonly budget: LoginRateLimiter | undefined) {}

  /** Counts the attempt before it is made, so that many at once are counted too; only a wrong guess stays counted. */
  async run<Result>(attempt: LoginAttempt, logIn: () => Promise<Result>): Promise<Result> {
    if (this.budget === undefined) return logIn();
    const { waitSeconds, release } = await this.budget.consume(attempt);
    if (waitSeconds !== undefined) throw rateLimited('Too many login attempts; wait a while.', waitSeconds);
    let isWrongPasswordGiven = false;
    try {
      return await logIn();
    } catch (error) {
      isWrongPasswordGiven = isWrongPassword(error);
      throw error;
    } finally {
      // Who has logged in is in, whether or not the count can be put right.
      if (!isWrongPasswordGiven) await release().catch(() => undefined);
    }
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'invalid_credentials';
