import type { LoginBudget } from '@florin/infrastructure';
import { rateLimited } from '../../errors/api-error.js';

/** Guards logins against guessing, by address and by the name that is tried, over all instances together. */
export class LoginLimits {
  constructor(private readonly budget: LoginBudget | undefined) {}

  /** Counts the attempt before it is made, so that many at once are counted too; one that succeeds is given back. */
  async during<Result>(
    attempt: { address: string; login: string },
    logIn: () => Promise<Result>,
  ): Promise<Result> {
    if (this.budget === undefined) return logIn();
    const waitSeconds = await this.budget.spend(attempt);
    if (waitSeconds !== undefined) throw rateLimited('Too many login attempts; wait a while.', waitSeconds);
    const result = await logIn();
    await this.budget.giveBack(attempt);
    return result;
  }
}
