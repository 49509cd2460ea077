import { networkOf, MemoryRateLimiter } from '@florin/infrastructure';
import { rateLimited } from '../../common/errors/api-error.js';

/** Rate limits of this instance: far above what a person needs, far below what slows down other callers. */
export class RequestLimits {
  private readonly authenticated = new MemoryRateLimiter({ times: 3_000, perSeconds: 10 });
  private readonly anonymous = new MemoryRateLimiter({ times: 1_000, perSeconds: 10 });

  constructor(private readonly isOn: boolean) {}

  take(principal: string): Promise<void> {
    return this.consume(this.authenticated, principal);
  }

  takeAnonymous(address: string | undefined): Promise<void> {
    return this.consume(this.anonymous, networkOf(address));
  }

  private async consume(budget: MemoryRateLimiter, key: string): Promise<void> {
    if (!this.isOn) return;
    const waitSeconds = await budget.consume(key);
    if (waitSeconds !== undefined) throw rateLimited('Too many requests. Try again later.', waitSeconds);
  }
}
