import type { AccountId, Clock } from '@florin/kernel';
import { type Account, type OpenStatus, setStatus } from './account.js';
import type { AccountsUnitOfWork, Actor } from './account.stores.js';

/** Only an active account accepts new transactions. */
export class SetAccountStatus {
  constructor(
    private readonly unitOfWork: AccountsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(actor: Actor, id: AccountId, status: OpenStatus): Promise<Account> {
    return this.unitOfWork.run(async ({ accounts, balances, events }) => {
      const account = await accounts.lock(id);
      const { state: updated, events: newEvents } = setStatus(account, status, this.clock.now());
      if (updated === account) return account;

      await balances.setAcceptsTransactions(id, updated.status === 'active', updated.updatedAt);
      await accounts.save(updated);
      await events.append(newEvents, updated.updatedAt);
      return updated;
    }, actor.name);
  }
}
