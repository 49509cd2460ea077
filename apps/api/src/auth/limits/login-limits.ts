import type { LoginAttempt, LoginBudget } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import { rateLimited } from '../../common/errors/api-error.js';

/** Guards logins against guessing, by address and by the name that is tried, over all instances together. */
export class LoginLimits {
  constructor(private readonly budget: LoginBudget | undefined) {}

  /** Counts the attempt before it is made, so that many at once are counted too; only a wrong guess stays counted. */
  async during<Result>(attempt: LoginAttempt, logIn: () => Promise<Result>): Promise<Result> {
    if (this.budget === undefined) return logIn();
    const { waitSeconds, giveBack } = await this.budget.spend(attempt);
    if (waitSeconds !== undefined) throw rateLimited('Too many login attempts; wait a while.', waitSeconds);
    let isWrong = false;
    try {
      return await logIn();
    } catch (error) {
      isWrong = isWrongGuess(error);
      throw error;
    } finally {
      // Who has logged in is in, whether or not the count can be put right.
      if (!isWrong) await giveBack().catch(() => undefined);
    }
  }
}

const isWrongGuess = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'invalid_credentials';
