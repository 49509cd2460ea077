import {
  PostgresBalanceHistoryReader,
  PostgresBalanceReader,
  PostgresEntryReader,
  PostgresEventReader,
  PostgresLogHeadReader,
  PostgresTransactionReader,
  PostgresTransferReader,
} from '@florin/infrastructure';
import {
  BalanceHistoryReader,
  BalanceReader,
  EntryReader,
  EventReader,
  LogHeadReader,
  TransactionReader,
  TransferReader,
} from '@florin/ledger';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { provideWithDatabase } from '../core/factory-provider.js';
import { LedgerCoreModule } from '../core/ledger-core.module.js';
import { BalanceController } from './balance.controller.js';
import { EventsController } from './events.controller.js';
import { LogHeadController } from './log-head.controller.js';
import { TransactionBatchesController } from './transaction-batches.controller.js';
import { TransactionsController } from './transactions.controller.js';
import { TransfersController } from './transfers.controller.js';

/** Transactions, transfers, balances and events. */
@Module({
  imports: [AccountsModule, IdempotencyModule, LedgerCoreModule],
  controllers: [
    TransactionsController,
    TransactionBatchesController,
    TransfersController,
    BalanceController,
    LogHeadController,
    EventsController,
  ],
  providers: [
    provideWithDatabase(TransactionReader, PostgresTransactionReader),
    provideWithDatabase(EntryReader, PostgresEntryReader),
    provideWithDatabase(TransferReader, PostgresTransferReader),
    provideWithDatabase(BalanceReader, PostgresBalanceReader),
    provideWithDatabase(BalanceHistoryReader, PostgresBalanceHistoryReader),
    provideWithDatabase(EventReader, PostgresEventReader),
    provideWithDatabase(LogHeadReader, PostgresLogHeadReader),
  ],
})
export class LedgerModule {}
