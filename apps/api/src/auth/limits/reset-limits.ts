import { ResetMailLimit } from '@florin/identity';
import type { ResetRateLimiter } from '@florin/infrastructure';
import type { UserId } from '@florin/kernel';
import { rateLimited } from '../../common/errors/api-error.js';

type Budget = Pick<ResetRateLimiter, 'consumeMail' | 'consumeRequest' | 'consumeForm'>;

/** Limits password resets, across all instances. Only the limits by IP address are visible to the caller. */
export class ResetLimits extends ResetMailLimit {
  /** Undefined: unlimited. */
  constructor(private readonly budget: Budget | undefined) {
    super();
  }

  async consume(login: string, userId: UserId | undefined): Promise<boolean> {
    return (await this.budget?.consumeMail(login, userId)) ?? true;
  }

  async takeRequest(address: string | undefined): Promise<void> {
    requireWithin(await this.budget?.consumeRequest(address));
  }

  async takeForm(address: string | undefined): Promise<void> {
    requireWithin(await this.budget?.consumeForm(address));
  }
}

function requireWithin(waitSeconds: number | undefined): void {
  if (waitSeconds !== undefined) throw rateLimited('Too many password resets. Try again later.', waitSeconds);
}
