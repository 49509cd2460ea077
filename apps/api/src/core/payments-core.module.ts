import {
  TimeoutProcessor,
  Database,
  DerivedPageSecrets,
  deriveKey,
  logFailuresTo,
  paymentsUnitOfWork,
  type SandboxHooks,
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
  FaultPoints,
  NoFaultPoints,
  PageSecrets,
  PaymentProcessor,
  PaymentRequestReader,
  PaymentsUnitOfWork,
  RefundReader,
  SubscriptionReader,
} from '@florin/payments';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { CoreSettings, LOGGER } from './core.module.js';
import { provideWithDatabase, provide } from './factory-provider.js';

/** Whether payment pages and mails say that no real card is charged, as by the sandbox processor. */
export const TEST_MODE = true;

/** Faults that tests inject at certain points of a payment. */
export interface PaymentFaults {
  readonly sandbox?: SandboxHooks;
  readonly points?: FaultPoints;
}

const providersOf = ({ sandbox, points }: PaymentFaults): Provider[] => [
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
      new TimeoutProcessor(new SandboxProcessor(source, sandbox), { onFailure: logFailuresTo(logger) }),
  },
  {
    provide: PageSecrets,
    inject: [CoreSettings],
    useFactory: ({ jwtSecret }: CoreSettings) => new DerivedPageSecrets(deriveKey(jwtSecret, 'payment page')),
  },
  { provide: FaultPoints, useValue: points ?? new NoFaultPoints() },
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
  provide(ConcludeAttempt, PaymentsUnitOfWork, PaymentProcessor, FaultPoints, Clock),
  provide(ConcludeRefund, PaymentRequestReader, PaymentsUnitOfWork, PaymentProcessor, FaultPoints, Clock),
];

/** Payment requests and subscriptions without HTTP. */
@Module({})
export class PaymentsCoreModule {
  static of(faults: PaymentFaults = {}): DynamicModule {
    const providers = providersOf(faults);
    return { module: PaymentsCoreModule, providers, exports: providers };
  }
}
