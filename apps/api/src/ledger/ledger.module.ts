import { setImmediate as endOfTurn } from 'node:timers/promises';
import {
  PostgresBookReader,
  PostgresEventReader,
  PostgresLedgerStore,
  PostgresTransactionReader,
} from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import {
  BookReader,
  EventReader,
  Ledger,
  LEDGER_LIMITS,
  LedgerStore,
  TransactionReader,
} from '@florin/ledger';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { onDatabase } from '../provide.js';
import { BalanceController } from './balance.controller.js';
import { EventsController } from './events.controller.js';
import { TransactionsController } from './transactions.controller.js';

/** Transactions, balances and events. One ledger for the whole process, so that all requests meet in its queue. */
@Module({
  imports: [AccountsModule, IdempotencyModule],
  controllers: [TransactionsController, BalanceController, EventsController],
  providers: [
    onDatabase(LedgerStore, PostgresLedgerStore),
    onDatabase(TransactionReader, PostgresTransactionReader),
    onDatabase(BookReader, PostgresBookReader),
    onDatabase(EventReader, PostgresEventReader),
    {
      provide: Ledger,
      inject: [LedgerStore, Clock, Ids],
      // Requests whose sessions were read together come to the ledger together, in one turn.
      useFactory: (store: LedgerStore, clock: Clock, ids: Ids) =>
        new Ledger(store, clock, ids, LEDGER_LIMITS, () => endOfTurn()),
    },
  ],
})
export class LedgerModule implements OnApplicationShutdown {
  constructor(private readonly ledger: Ledger) {}

  /** What was taken is written before the database closes, also when its caller was cut off. */
  async onApplicationShutdown(): Promise<void> {
    await this.ledger.drain();
  }
}
