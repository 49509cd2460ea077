import type { AccountId } from '@florin/kernel';
import { Ledger } from '../batch/ledger.js';
import type { Transaction } from '../transaction/transaction.js';
import { aBook, newTransaction, SteppedClock, TestIds } from './builders.js';
import type { LedgerHarness } from './harness.js';

export const SUCCESS = { status: 'succeeded', failureReason: undefined } as const;

/** A few things that every test of a ledger does to get started. */
export class LedgerTeller {
  readonly clock = new SteppedClock();
  readonly ids = new TestIds(this.clock);
  readonly ledger: Ledger;

  constructor(readonly harness: LedgerHarness) {
    this.ledger = this.anotherLedger();
  }

  /** A second instance on the same store, with a queue of its own. */
  anotherLedger(): Ledger {
    return new Ledger(this.harness.store, this.clock, this.ids);
  }

  async account(funds = 0): Promise<AccountId> {
    const book = aBook();
    await this.harness.openBook(book);
    if (funds > 0) await this.settled(book.accountId, { type: 'credit', amount: funds });
    return book.accountId;
  }

  async create(
    accountId: AccountId,
    changes: Parameters<typeof newTransaction>[1] = {},
  ): Promise<Transaction> {
    const outcome = await this.ledger.create({ input: newTransaction(accountId, changes), once: undefined });
    if (outcome.replayed) throw new Error('Nothing was asked for twice.');
    return outcome.thing;
  }

  async settled(
    accountId: AccountId,
    changes: Parameters<typeof newTransaction>[1] = {},
  ): Promise<Transaction> {
    const { id } = await this.create(accountId, changes);
    return this.ledger.settle({ transactionId: id, accountId, settlement: SUCCESS });
  }

  async balance(accountId: AccountId) {
    const book = await this.harness.books.find(accountId);
    return book && { available: book.available, held: book.held, incoming: book.incoming };
  }
}
