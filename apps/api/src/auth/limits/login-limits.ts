import type { UserDirectory } from '@florin/identity';
import type { LoginAttempt, LoginRateLimiter } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import { rateLimited } from '../../common/errors/api-error.js';

/** Limits password guessing by IP address and by user or unknown login name, across all instances. */
export class LoginLimits {
  constructor(
    private readonly budget: LoginRateLimiter | undefined,
    private readonly users: Pick<UserDirectory, 'findByLogin'>,
  ) {}

  /** Counts the attempt before it runs, so that concurrent attempts count too. Only a wrong password stays counted. */
  async run<Result>(attempt: Omit<LoginAttempt, 'userId'>, logIn: () => Promise<Result>): Promise<Result> {
    if (this.budget === undefined) return logIn();
    const user = await this.users.findByLogin(attempt.login);
    const { waitSeconds, release } = await this.budget.consume({ ...attempt, userId: user?.id });
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
