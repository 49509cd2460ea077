import { type AccountId, addMilliseconds, type EventEnvelope, SYSTEM_ACTOR } from '@florin/kernel';
import { balanceAfterEvent, Ledger, NOTHING, type Transaction } from '@florin/ledger';
import { LedgerFixture, newTransaction, SteppedClock, TestIds } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { inSqlTransaction } from '../../postgres/sql-transaction.js';
import { LedgerBalances } from '../ledger-balances.js';
import { postgresHarness } from './postgres-harness.js';

const ACCOUNTS = 3;
const OPERATIONS_AT_ONCE = 6;
/** Clocks of two instances may differ by this much. */
const SKEW_MS = 4_000;

type Random = (below: number) => number;

/** Random concurrent commands of two instances whose clocks differ; the last account is closed at the end. */
export class RandomHistory {
  readonly accounts: AccountId[] = [];
  private readonly fixture: LedgerFixture;
  private readonly clocks: readonly SteppedClock[];
  private readonly ledgers: readonly Ledger[];
  private readonly transactions: Transaction[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly random: Random,
  ) {
    this.fixture = new LedgerFixture(postgresHarness(dataSource));
    const now = this.fixture.clock.now();
    this.clocks = [0, SKEW_MS].map((skew) => new SteppedClock(addMilliseconds(now, skew)));
    const { store } = this.fixture.harness;
    this.ledgers = this.clocks.map((clock) => new Ledger(store, clock, new TestIds(clock)));
  }

  async run(rounds: number): Promise<void> {
    for (let index = 0; index < ACCOUNTS; index++) this.accounts.push(await this.fixture.openAccount(1_000));
    for (let round = 0; round < rounds; round++) {
      // Refusals are part of the history: they must leave no trace.
      await Promise.allSettled(Array.from({ length: OPERATIONS_AT_ONCE }, () => this.operate()));
      const milliseconds = this.random(3_000);
      for (const clock of this.clocks) clock.advance(milliseconds);
    }
    await this.closeLast();
  }

  private pick = <Item>(items: readonly Item[]): Item => items[this.random(items.length)] as Item;

  private async operate(): Promise<void> {
    const ledger = this.pick(this.ledgers);
    const accountId = this.pick(this.accounts);
    const amount = 1 + this.random(400);
    const kind = this.random(8);
    if (kind < 3) {
      const type = this.pick(['payment', 'payment', 'credit'] as const);
      const settle = this.random(3) === 0;
      this.transactions.push(await ledger.create(newTransaction(accountId, { type, amount, settle })));
    } else if (kind === 3) {
      const { id, accountId: payer } = this.pick(this.transactions);
      const refund = newTransaction(payer, { type: 'refund', amount: 1 + this.random(50), refundOf: id });
      this.transactions.push(await ledger.create(refund));
    } else if (kind === 4) await this.transfer(ledger, accountId, amount);
    else await this.end(ledger);
  }

  private async transfer(ledger: Ledger, fromAccountId: AccountId, amount: number): Promise<void> {
    const toAccountId = this.pick(this.accounts);
    const { currency } = newTransaction(fromAccountId);
    const created = await ledger.createTransfer({ fromAccountId, toAccountId, amount, currency });
    if (created.replayed) return;
    const transfer = { transferId: created.value.id, accountId: undefined };
    const end = this.random(4);
    if (end === 0) await ledger.cancelTransfer(transfer);
    else if (end < 3) await ledger.settleTransfer({ ...transfer, settlement: this.settlement() });
  }

  private async end(ledger: Ledger): Promise<void> {
    const { id: transactionId, accountId } = this.pick(this.transactions);
    const target = { transactionId, accountId };
    const end = this.random(5);
    if (end === 0) await ledger.cancel(target);
    else if (end === 1) await ledger.amend({ ...target, amendment: { reference: `order ${end}` } });
    else await ledger.settle({ ...target, settlement: this.settlement() });
  }

  private settlement = () => ({ status: this.pick(['succeeded', 'succeeded', 'failed'] as const) });

  private async closeLast(): Promise<void> {
    const accountId = this.accounts.at(-1) as AccountId;
    const [clock] = this.clocks as [SteppedClock];
    await inSqlTransaction(this.dataSource, async (manager) => {
      const balances = new LedgerBalances(manager, new TestIds(clock), SYSTEM_ACTOR);
      await balances.lockForClosing(accountId);
      await balances.close(accountId, clock.now());
      await manager.query(`UPDATE accounts SET status = 'closed', closed_at = updated_at WHERE email = $1`, [
        `${accountId}@example.com`,
      ]);
    });
  }
}

/** What the balance was at an instant, by a replay of all events up to then. */
export function replayUntil(events: readonly EventEnvelope[], at: Date) {
  return events
    .filter(({ occurredAt }) => occurredAt <= at)
    .reduce((balance, event) => balanceAfterEvent(balance, event), NOTHING);
}
