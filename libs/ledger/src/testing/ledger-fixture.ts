import type { AccountId, Outcome } from '@florin/kernel';
import { Ledger } from '../batch/ledger.js';
import type { Transaction } from '../transaction/transaction.js';
import { aBalance, idempotentCreateCommand, newTransaction, SteppedClock, TestIds } from './builders.js';
import type { LedgerHarness } from './harness.js';

export const SUCCESS = { status: 'succeeded' } as const;

export class LedgerFixture {
  readonly clock = new SteppedClock();
  readonly ids = new TestIds(this.clock);
  readonly ledger: Ledger;

  constructor(readonly harness: LedgerHarness) {
    this.ledger = this.anotherLedger();
  }

  /** Another instance on the same store, with its own queue. */
  anotherLedger(): Ledger {
    return new Ledger(this.harness.store, this.clock, this.ids);
  }

  async openAccount(funds = 0, changes: Parameters<typeof aBalance>[0] = {}): Promise<AccountId> {
    const balance = aBalance(changes);
    await this.harness.openBalance(balance);
    if (funds > 0) await this.createSettled(balance.accountId, { type: 'credit', amount: funds });
    return balance.accountId;
  }

  create(accountId: AccountId, changes: Parameters<typeof newTransaction>[1] = {}): Promise<Transaction> {
    return this.ledger.create(newTransaction(accountId, changes));
  }

  createIdempotent(...parameters: Parameters<typeof idempotentCreateCommand>): Promise<Outcome<Transaction>> {
    const { input, idempotentRequest } = idempotentCreateCommand(...parameters);
    return this.ledger.createIdempotent(input, idempotentRequest);
  }

  async createSettled(
    accountId: AccountId,
    changes: Parameters<typeof newTransaction>[1] = {},
  ): Promise<Transaction> {
    const { id } = await this.create(accountId, changes);
    return this.ledger.settle({ transactionId: id, accountId, settlement: SUCCESS });
  }

  async balance(accountId: AccountId) {
    const balance = await this.harness.balances.find(accountId);
    return balance && { available: balance.available, held: balance.held, incoming: balance.incoming };
  }
}
