import { PostgresBookReader, PostgresEventReader, PostgresTransactionReader } from '@florin/infrastructure';
import { BookReader, EventReader, TransactionReader } from '@florin/ledger';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { onDatabase } from '../core/factory-provider.js';
import { LedgerCoreModule } from '../core/ledger-core.module.js';
import { BalanceController } from './balance.controller.js';
import { EventsController } from './events.controller.js';
import { TransactionsController } from './transactions.controller.js';

/** Transactions, balances and events. */
@Module({
  imports: [AccountsModule, IdempotencyModule, LedgerCoreModule],
  controllers: [TransactionsController, BalanceController, EventsController],
  providers: [
    onDatabase(TransactionReader, PostgresTransactionReader),
    onDatabase(BookReader, PostgresBookReader),
    onDatabase(EventReader, PostgresEventReader),
  ],
})
export class LedgerModule {}
