import { setTimeout as delay } from 'node:timers/promises';
import { type Core, CoreModule, CoreSettings, LOGGER } from '@florin/api/core/core.module';
import { provideWithDatabase, provide } from '@florin/api/core/factory-provider';
import { LedgerCoreModule } from '@florin/api/core/ledger-core.module';
import { PaymentsCoreModule } from '@florin/api/core/payments-core.module';
import { WebhooksCoreModule } from '@florin/api/core/webhooks-core.module';
import {
  Database,
  type MailComposers,
  type MailTransport,
  PostgresDeliveryQueue,
  PostgresDueTransactions,
  PostgresMailQueue,
  readDeliveryBacklog,
  readMailBacklog,
  SendMails,
} from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import { DueTransactionReader } from '@florin/ledger';
import {
  BillDueSubscriptions,
  ConcludeAttempt,
  ConcludeRefund,
  CreatePaymentRequest,
  ExpireDueRequests,
  PaymentProcessor,
  PaymentRequestReader,
  PaymentsUnitOfWork,
  RefundReader,
  ResolveStuckAttempts,
  ResolveStuckRefunds,
  SubscriptionReader,
} from '@florin/payments';
import {
  DeliverWebhooks,
  DeliveryQueue,
  isSuccess,
  WebhookSender,
  WebhooksUnitOfWork,
} from '@florin/webhooks';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { JobRunner } from './job-runner.js';
import { Jobs, STUCK_AFTER_MS } from './jobs.js';
import { MAIL_COMPOSERS, MAIL_TRANSPORT, MailModule } from './mail/mail.module.js';
import { WorkerMetrics } from './metrics.js';
import { OperationsServer } from './operations.js';
import { WorkerSettings } from './settings.js';

const NO_MAILS = { pending: 0, oldestSeconds: 0 };

/** Until new deliveries are claimed while others are in flight. */
const CLAIM_PAUSE_MS = 100;
const GATHER_MS = 10;

@Module({
  imports: [LedgerCoreModule, PaymentsCoreModule, WebhooksCoreModule, MailModule],
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
    {
      provide: ResolveStuckRefunds,
      inject: [RefundReader, ConcludeRefund, Clock],
      useFactory: (refunds: RefundReader, conclusion: ConcludeRefund, clock: Clock) =>
        new ResolveStuckRefunds(refunds, conclusion, clock, STUCK_AFTER_MS),
    },
    provideWithDatabase(DeliveryQueue, PostgresDeliveryQueue),
    {
      provide: WorkerMetrics,
      inject: [Database, WorkerSettings],
      useFactory: (database: Database, { mail }: WorkerSettings) =>
        new WorkerMetrics({
          pool: () => database.pool(),
          backlog: () => readDeliveryBacklog(database.source),
          // Without a mail server, mails are not sent, so they are no backlog.
          mails: () => (mail === undefined ? Promise.resolve(NO_MAILS) : readMailBacklog(database.source)),
        }),
    },
    {
      provide: SendMails,
      inject: [
        PostgresMailQueue,
        MAIL_COMPOSERS,
        { token: MAIL_TRANSPORT, optional: true },
        Clock,
        LOGGER,
        WorkerMetrics,
      ],
      useFactory: (
        queue: PostgresMailQueue,
        composers: MailComposers,
        transport: MailTransport | undefined,
        clock: Clock,
        logger: Logger,
        metrics: WorkerMetrics,
      ) => {
        const onResult = metrics.countMails.bind(metrics);
        return new SendMails({ queue, composers, transport, clock, logger, onResult });
      },
    },
    {
      provide: DeliverWebhooks,
      inject: [DeliveryQueue, WebhookSender, WebhooksUnitOfWork, Clock, WorkerMetrics],
      useFactory: (
        queue: DeliveryQueue,
        sender: WebhookSender,
        unitOfWork: WebhooksUnitOfWork,
        clock: Clock,
        metrics: WorkerMetrics,
      ) => {
        const timing = {
          pause: () => delay(CLAIM_PAUSE_MS),
          gather: () => delay(GATHER_MS),
          jitter: Math.random,
        };
        return new DeliverWebhooks(queue, sender, unitOfWork, clock, timing, (attempt) => {
          metrics.countAttempt(isSuccess(attempt));
        });
      },
    },
    Jobs,
  ],
  exports: [Jobs, WorkerMetrics],
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
      providers: [JobRunner, OperationsServer],
    };
  }
}
