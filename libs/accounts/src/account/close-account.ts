import type { AccountId, Clock } from '@florin/kernel';
import { close, type ClosedAccount, requireOpen } from './account.js';
import type { AccountsUnitOfWork, Actor } from './account.stores.js';

/** Closes the account and terminates its dependents. The available amount stays on the closed balance. */
export class CloseAccount {
  constructor(
    private readonly unitOfWork: AccountsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(actor: Actor, id: AccountId): Promise<ClosedAccount> {
    return this.unitOfWork.run(async ({ accounts, balances, dependents, events, mails }) => {
      const account = await accounts.lock(id);
      requireOpen(account);
      // Read the clock while the balance is locked, so that no transaction is later than closed_at.
      await balances.lockForClosing(id);
      const obstacles = {
        hasActiveSubscriptions: await dependents.hasActiveSubscriptions(id),
        hasPendingRefunds: await dependents.hasPendingRefunds(id),
      };
      const { state: closed, events: newEvents } = close(account, obstacles, this.clock.now());

      await balances.close(closed);
      await dependents.terminate(closed, actor);
      await accounts.save(closed);
      await events.append(newEvents, closed.closedAt);
      await mails.addClosed(closed);
      return closed;
    }, actor.name);
  }
}
