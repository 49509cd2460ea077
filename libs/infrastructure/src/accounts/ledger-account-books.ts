import type { Account, AccountBooks, ClosedAccount } from '@florin/accounts';
import type { AccountId, Currency } from '@florin/kernel';
import type { LedgerBooks } from '../ledger/ledger-books.js';

/** The account's book, as the ledger keeps it. */
export class LedgerAccountBooks implements AccountBooks {
  constructor(private readonly books: LedgerBooks) {}

  open({ id, settings }: Account, now: Date): Promise<void> {
    return this.books.open(id, settings.currency, now);
  }

  async lock(accountId: AccountId): Promise<{ readonly hasTransactions: boolean }> {
    const { used } = await this.books.lock(accountId);
    return { hasTransactions: used };
  }

  changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    return this.books.changeCurrency(accountId, currency, now);
  }

  allowNew(accountId: AccountId, allowed: boolean, now: Date): Promise<void> {
    return this.books.setState(accountId, allowed ? 'open' : 'frozen', now);
  }

  close({ id, closedAt }: ClosedAccount): Promise<void> {
    return this.books.close(id, closedAt);
  }
}
