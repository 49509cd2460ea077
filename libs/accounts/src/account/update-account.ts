import type { AccountId, Clock } from '@florin/kernel';
import { type Account, type AccountChange, update } from './account.js';
import type { AccountsUnitOfWork, Actor } from './account.stores.js';

export class UpdateAccount {
  constructor(
    private readonly unitOfWork: AccountsUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(actor: Actor, id: AccountId, change: AccountChange): Promise<Account> {
    return this.unitOfWork.run(async ({ accounts, owners, balances, dependents, events }) => {
      const account = await accounts.lock(id);
      // Lock the balance only if needed: the lock blocks the account's transactions.
      const touchesCurrency = change.settings?.currency !== undefined;
      const currencyUsage = touchesCurrency
        ? { ...(await balances.lock(id)), isCollectingPayments: await dependents.isCollectingPayments(id) }
        : { hasTransactions: false, isCollectingPayments: false };
      const { state: updated, events: newEvents } = update(account, change, currencyUsage, this.clock.now());
      if (updated === account) return account;

      await accounts.save(updated);
      if (updated.branding.logo !== account.branding.logo)
        await accounts.saveLogo(id, change.branding?.logo ?? undefined);
      if (updated.email !== account.email) await owners.changeEmail(updated, actor);
      if (updated.settings.currency !== account.settings.currency) {
        await balances.changeCurrency(id, updated.settings.currency, updated.updatedAt);
      }
      await events.append(newEvents, updated.updatedAt);
      return updated;
    }, actor.name);
  }
}
