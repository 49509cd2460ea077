import type { AccountId, Clock } from '@florin/kernel';
import { type Account, type AccountChange, update } from './account.js';
import type { AccountsUnitOfWork, Actor } from './account.stores.js';

export class UpdateAccount {
  constructor(
    private readonly unitOfWork: AccountsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(actor: Actor, id: AccountId, change: AccountChange): Promise<Account> {
    return this.unitOfWork.run(async ({ accounts, owners, books, dependents, events }) => {
      const account = await accounts.lock(id);
      // Asked only when it matters: locking the book holds back the account's transactions.
      const touchesCurrency = change.settings?.currency !== undefined;
      const ties = touchesCurrency
        ? { ...(await books.lock(id)), asksCustomers: await dependents.asksCustomers(id) }
        : { hasTransactions: false, asksCustomers: false };
      const { thing: updated, events: told } = update(account, change, ties, this.clock.now());
      if (updated === account) return account;

      await accounts.save(updated);
      if (updated.email !== account.email) await owners.changeEmail(updated, actor);
      if (updated.settings.currency !== account.settings.currency) {
        await books.changeCurrency(id, updated.settings.currency, updated.updatedAt);
      }
      await events.append(told, updated.updatedAt);
      return updated;
    }, actor.name);
  }
}
