import type { AccountDependents, Actor, ClosedAccount } from '@florin/accounts';
import type { AccountId } from '@florin/kernel';

/** What one library does when an account closes. A library whose things hang on accounts adds its step to the list. */
export interface ClosureStep {
  /** Only for a library that keeps subscriptions: whether one of the account's still runs. */
  readonly hasActiveSubscriptions?: (accountId: AccountId) => Promise<boolean>;
  readonly terminate: (account: ClosedAccount, actor: Actor) => Promise<void>;
}

export class SteppedAccountDependents implements AccountDependents {
  constructor(
    private readonly steps: readonly ClosureStep[],
    readonly asksCustomers: AccountDependents['asksCustomers'],
  ) {}

  async hasActiveSubscriptions(accountId: AccountId): Promise<boolean> {
    for (const step of this.steps) {
      if ((await step.hasActiveSubscriptions?.(accountId)) === true) return true;
    }
    return false;
  }

  /** One after the other: they share the one connection of the SQL transaction, and always lock in this order. */
  async terminate(account: ClosedAccount, actor: Actor): Promise<void> {
    for (const step of this.steps) await step.terminate(account, actor);
  }
}
