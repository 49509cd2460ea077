import { setImmediate as endOfTurn } from 'node:timers/promises';
import {
  Database,
  reconciliationUnitOfWork,
  StreamedStatementFileReader,
  TypeOrmReconciledAccounts,
  TypeOrmReconciliationReader,
} from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import {
  GetReconciliation,
  ReconciledAccounts,
  ReconcileFile,
  ReconciliationReader,
  ReconciliationUnitOfWork,
  StatementFileReader,
} from '@florin/ledger';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { provide, provideWithDatabase } from '../core/factory-provider.js';
import { ReconciliationLimit } from './reconciliation-limit.js';
import { ReconciliationsController } from './reconciliations.controller.js';

/** Compares files of banks and processors with the entries of an account. */
@Module({
  imports: [AccountsModule, IdempotencyModule],
  controllers: [ReconciliationsController],
  providers: [
    {
      provide: ReconciliationUnitOfWork,
      inject: [Database],
      useFactory: ({ source }: Database) => reconciliationUnitOfWork(source),
    },
    provideWithDatabase(ReconciledAccounts, TypeOrmReconciledAccounts),
    provideWithDatabase(ReconciliationReader, TypeOrmReconciliationReader),
    { provide: StatementFileReader, useClass: StreamedStatementFileReader },
    {
      provide: ReconcileFile,
      inject: [ReconciliationUnitOfWork, ReconciledAccounts, StatementFileReader, Ids, Clock],
      useFactory: (
        unitOfWork: ReconciliationUnitOfWork,
        accounts: ReconciledAccounts,
        files: StatementFileReader,
        ids: Ids,
        clock: Clock,
      ) => new ReconcileFile(unitOfWork, accounts, files, ids, clock, () => endOfTurn()),
    },
    provide(GetReconciliation, ReconciliationReader),
    ReconciliationLimit,
  ],
})
export class ReconciliationsModule {}
