import type { AccountId, Ids, TransactionId } from '@florin/kernel';
import type { PayeeBooks, PaymentRequest } from '@florin/payments';
import type { LedgerBooks } from '../ledger/ledger-books.js';

/** The payee's book, as the ledger keeps it. */
export class LedgerPayeeBooks implements PayeeBooks {
  constructor(private readonly books: LedgerBooks) {}

  async lock(accountId: AccountId): Promise<void> {
    await this.books.lock(accountId);
  }

  async lockForNew(accountId: AccountId): Promise<Ids> {
    const { ids } = await this.books.lockForNew(accountId);
    return ids.of(accountId);
  }

  async credit(
    { id, accountId, amount, currency }: PaymentRequest,
    now: Date,
  ): Promise<TransactionId | undefined> {
    const credit = { accountId, amount, currency, reference: id };
    const transaction = await this.books.postSettledCredit(credit, now);
    return transaction?.id;
  }
}
