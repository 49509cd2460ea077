import { type AccountId, type TransactionId, uuidFromId } from '@florin/kernel';
import type { PayeeBooks, PaymentRequest } from '@florin/payments';
import type { EntityManager } from 'typeorm';
import type { LedgerBooks } from '../ledger/ledger-books.js';

/** The payee's book, as the ledger keeps it. */
export class LedgerPayeeBooks implements PayeeBooks {
  constructor(
    private readonly manager: EntityManager,
    private readonly books: LedgerBooks,
  ) {}

  async share(accountId: AccountId): Promise<void> {
    // The lock that writing an event takes anyway, only sooner.
    await this.manager.query('SELECT 1 FROM books WHERE account_id = $1 FOR KEY SHARE', [
      uuidFromId(accountId),
    ]);
  }

  async lock(accountId: AccountId): Promise<void> {
    await this.books.lock(accountId);
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
