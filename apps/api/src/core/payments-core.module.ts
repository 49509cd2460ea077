import {
  TimeoutProcessor,
  Database,
  DerivedPageSecrets,
  deriveKey,
  logFailuresTo,
  paymentsUnitOfWork,
  SandboxProcessor,
  TypeOrmPaymentRequestReader,
  TypeOrmRefundReader,
  TypeOrmSubscriptionReader,
} from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import {
  ConcludeAttempt,
  ConcludeRefund,
  CreatePaymentRequest,
  PageSecrets,
  PaymentProcessor,
  PaymentRequestReader,
  PaymentsUnitOfWork,
  RefundReader,
  SubscriptionReader,
} from '@florin/payments';
import { Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { CoreSettings, LOGGER } from './core.module.js';
import { provideWithDatabase, provide } from './factory-provider.js';

/** Whether payment pages and mails say that no real card is charged, as by the sandbox processor. */
export const TEST_MODE = true;

const PROVIDERS: Provider[] = [
  {
    provide: PaymentsUnitOfWork,
    inject: [Database, Ids],
    useFactory: ({ source }: Database, ids: Ids) => paymentsUnitOfWork(source, ids),
  },
  provideWithDatabase(PaymentRequestReader, TypeOrmPaymentRequestReader),
  provideWithDatabase(RefundReader, TypeOrmRefundReader),
  provideWithDatabase(SubscriptionReader, TypeOrmSubscriptionReader),
  {
    provide: PaymentProcessor,
    inject: [Database, LOGGER],
    useFactory: ({ source }: Database, logger: Logger) =>
      new TimeoutProcessor(new SandboxProcessor(source), { onFailure: logFailuresTo(logger) }),
  },
  {
    provide: PageSecrets,
    inject: [CoreSettings],
    useFactory: ({ jwtSecret }: CoreSettings) => new DerivedPageSecrets(deriveKey(jwtSecret, 'payment page')),
  },
  {
    provide: CreatePaymentRequest,
    inject: [PaymentsUnitOfWork, PageSecrets, Clock, CoreSettings],
    useFactory: (
      unitOfWork: PaymentsUnitOfWork,
      secrets: PageSecrets,
      clock: Clock,
      { mailPaymentsPerHour }: CoreSettings,
    ) => new CreatePaymentRequest(unitOfWork, secrets, clock, mailPaymentsPerHour),
  },
  provide(ConcludeAttempt, PaymentsUnitOfWork, PaymentProcessor, Clock),
  provide(ConcludeRefund, PaymentRequestReader, PaymentsUnitOfWork, PaymentProcessor, Clock),
];

/** Payment requests and subscriptions without HTTP. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class PaymentsCoreModule {}
