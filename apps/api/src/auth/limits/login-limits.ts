import type { LoginAttempt, LoginRateLimiter } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import { rateLimited } from '../../common/errors/api-error.js';

/** Limits password guessing by IP address and by login name, across all instances. */
export class LoginLimits {
  constructor(private readonly budget: LoginRateLimiter | undefined) {}

  /** Counts the attempt before it runs, so that concurrent attempts count too. Only a wrong password stays counted. */
  async run<Result>(attempt: LoginAttempt, logIn: () => Promise<Result>): Promise<Result> {
    if (this.budget === undefined) return logIn();
    const { waitSeconds, release } = await this.budget.consume(attempt);
    if (waitSeconds !== undefined)
      throw rateLimited('Too many login attempts. Try again later.', waitSeconds);
    let isWrongPasswordGiven = false;
    try {
      return await logIn();
    } catch (error) {
      isWrongPasswordGiven = isWrongPassword(error);
      throw error;
    } finally {
      // A successful login succeeds even if the count cannot be corrected.
      if (!isWrongPasswordGiven) await release().catch(() => undefined);
    }
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'invalid_credentials';
