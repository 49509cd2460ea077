import {
  PostgresBalanceReader,
  PostgresEventReader,
  PostgresLogHeadReader,
  PostgresTransactionReader,
} from '@florin/infrastructure';
import { BalanceReader, EventReader, LogHeadReader, TransactionReader } from '@florin/ledger';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { provideWithDatabase } from '../core/factory-provider.js';
import { LedgerCoreModule } from '../core/ledger-core.module.js';
import { BalanceController } from './balance.controller.js';
import { EventsController } from './events.controller.js';
import { LogHeadController } from './log-head.controller.js';
import { TransactionsController } from './transactions.controller.js';

/** Transactions, balances and events. */
@Module({
  imports: [AccountsModule, IdempotencyModule, LedgerCoreModule],
  controllers: [TransactionsController, BalanceController, LogHeadController, EventsController],
  providers: [
    provideWithDatabase(TransactionReader, PostgresTransactionReader),
    provideWithDatabase(BalanceReader, PostgresBalanceReader),
    provideWithDatabase(EventReader, PostgresEventReader),
    provideWithDatabase(LogHeadReader, PostgresLogHeadReader),
  ],
})
export class LedgerModule {}
