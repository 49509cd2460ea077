import { networkOf, MemoryRateLimiter } from '@florin/infrastructure';
import { rateLimited } from '../../common/errors/api-error.js';

/** How often one principal may ask this instance. Far above what a person does, far below what harms the others. */
export class RequestLimits {
  private readonly authenticated = new MemoryRateLimiter({ times: 3_000, perSeconds: 10 });
  private readonly anonymous = new MemoryRateLimiter({ times: 1_000, perSeconds: 10 });

  constructor(private readonly isOn: boolean) {}

  take(principal: string): Promise<void> {
    return this.spend(this.authenticated, principal);
  }

  takeAnonymous(address: string | undefined): Promise<void> {
    return this.spend(this.anonymous, networkOf(address));
  }

  private async spend(budget: MemoryRateLimiter, key: string): Promise<void> {
    if (!this.isOn) return;
    const waitSeconds = await budget.consume(key);
    if (waitSeconds !== undefined) throw rateLimited('Too many requests; slow down.', waitSeconds);
  }
}
