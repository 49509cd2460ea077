import {
  PostgresBalanceReader,
  PostgresEventReader,
  PostgresTransactionReader,
} from '@florin/infrastructure';
import { BalanceReader, EventReader, TransactionReader } from '@florin/ledger';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { provideWithDatabase } from '../core/factory-provider.js';
import { LedgerCoreModule } from '../core/ledger-core.module.js';
import { BalanceController } from './balance.controller.js';
import { EventsController } from './events.controller.js';
import { TransactionsController } from './transactions.controller.js';

/** Transactions, balances and events. */
@Module({
  imports: [AccountsModule, IdempotencyModule, LedgerCoreModule],
  controllers: [TransactionsController, BalanceController, EventsController],
  providers: [
    provideWithDatabase(TransactionReader, PostgresTransactionReader),
    provideWithDatabase(BalanceReader, PostgresBalanceReader),
    provideWithDatabase(EventReader, PostgresEventReader),
  ],
})
export class LedgerModule {}
