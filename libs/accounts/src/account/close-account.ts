import type { AccountId, Clock } from '@florin/kernel';
import { close, type ClosedAccount, requireOpen } from './account.js';
import type { AccountsUnitOfWork, Actor } from './account.stores.js';

/** Closes an account and ends everything that hangs on it. What is left on the balance stays on the books. */
export class CloseAccount {
  constructor(
    private readonly unitOfWork: AccountsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(actor: Actor, id: AccountId): Promise<ClosedAccount> {
    return this.unitOfWork.run(async ({ accounts, balances, dependents, events }) => {
      const account = await accounts.lock(id);
      requireOpen(account);
      // The clock is read under the book's lock: whatever was written before is older than the closure, and whatever
      // still waits finds the book closed. So nothing in the account is ever later than closed_at.
      await balances.lock(id);
      const hasActiveSubscriptions = await dependents.hasActiveSubscriptions(id);
      const { state: closed, events: newEvents } = close(
        account,
        { hasActiveSubscriptions },
        this.clock.now(),
      );

      await balances.close(closed);
      await dependents.terminate(closed, actor);
      await accounts.save(closed);
      await events.append(newEvents, closed.closedAt);
      return closed;
    }, actor.name);
  }
}
