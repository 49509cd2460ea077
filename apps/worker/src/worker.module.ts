import { type Core, CoreModule, CoreSettings } from '@florin/api/core/core.module';
import { provideWithDatabase, provide } from '@florin/api/core/factory-provider';
import { LedgerCoreModule } from '@florin/api/core/ledger-core.module';
import { PaymentsCoreModule } from '@florin/api/core/payments-core.module';
import { Database, PostgresDueTransactions } from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import { DueTransactionReader } from '@florin/ledger';
import {
  BillDueSubscriptions,
  ConcludeAttempt,
  CreatePaymentRequest,
  ExpireDueRequests,
  PaymentProcessor,
  PaymentRequestReader,
  PaymentsUnitOfWork,
  ResolveStuckAttempts,
  SubscriptionReader,
} from '@florin/payments';
import { type DynamicModule, Module } from '@nestjs/common';
import { JobRunner } from './job-runner.js';
import { Jobs, STUCK_AFTER_MS } from './jobs.js';
import { WorkerMetrics } from './metrics.js';
import { OperationsServer } from './operations.js';
import { WorkerSettings } from './settings.js';

@Module({
  imports: [LedgerCoreModule, PaymentsCoreModule.of()],
  providers: [
    provideWithDatabase(DueTransactionReader, PostgresDueTransactions),
    provide(ExpireDueRequests, PaymentRequestReader, PaymentsUnitOfWork, Clock),
    provide(BillDueSubscriptions, SubscriptionReader, PaymentsUnitOfWork, CreatePaymentRequest, Clock),
    {
      provide: ResolveStuckAttempts,
      inject: [PaymentRequestReader, PaymentProcessor, ConcludeAttempt, Clock],
      useFactory: (
        requests: PaymentRequestReader,
        processor: PaymentProcessor,
        conclusion: ConcludeAttempt,
        clock: Clock,
      ) => new ResolveStuckAttempts(requests, processor, conclusion, clock, STUCK_AFTER_MS),
    },
    Jobs,
  ],
  exports: [Jobs],
})
export class JobsModule {}

export interface WorkerCore extends Core {
  readonly settings: WorkerSettings;
}

export const workerCore = (core: WorkerCore): DynamicModule =>
  CoreModule.of(core, [{ provide: WorkerSettings, useExisting: CoreSettings }]);

@Module({})
export class WorkerModule {
  static of(core: WorkerCore): DynamicModule {
    return {
      module: WorkerModule,
      imports: [workerCore(core), JobsModule],
      providers: [
        {
          provide: WorkerMetrics,
          inject: [Database, Jobs],
          useFactory: (database: Database, { list }: Jobs) =>
            new WorkerMetrics(
              () => database.pool(),
              list.map(({ name }) => name),
            ),
        },
        JobRunner,
        OperationsServer,
      ],
    };
  }
}
