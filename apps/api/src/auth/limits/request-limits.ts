import { networkOf, RequestBudget } from '@florin/infrastructure';
import { rateLimited } from '../../common/errors/api-error.js';

/** How often one principal may ask this instance. Far above what a person does, far below what harms the others. */
export class RequestLimits {
  private readonly known = new RequestBudget({ times: 3_000, perSeconds: 10 });
  private readonly strangers = new RequestBudget({ times: 1_000, perSeconds: 10 });

  constructor(private readonly isOn: boolean) {}

  take(principal: string): Promise<void> {
    return this.spend(this.known, principal);
  }

  takeAsStranger(address: string | undefined): Promise<void> {
    return this.spend(this.strangers, networkOf(address));
  }

  private async spend(budget: RequestBudget, who: string): Promise<void> {
    if (!this.isOn) return;
    const waitSeconds = await budget.spend(who);
    if (waitSeconds !== undefined) throw rateLimited('Too many requests; slow down.', waitSeconds);
  }
}
