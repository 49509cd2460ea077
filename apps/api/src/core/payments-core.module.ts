import {
  BoundedProcessor,
  Database,
  DerivedPageSecrets,
  deriveKey,
  failuresTo,
  paymentsUnitOfWork,
  type SandboxMoments,
  SandboxProcessor,
  TypeOrmPaymentRequestReader,
  TypeOrmSubscriptionReader,
} from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import {
  ConcludeAttempt,
  CreatePaymentRequest,
  FaultPoints,
  NoFaultPoints,
  PageSecrets,
  PaymentProcessor,
  PaymentRequestReader,
  PaymentsUnitOfWork,
  SubscriptionReader,
} from '@florin/payments';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { CoreSettings, LOGGER } from './core.module.js';
import { onDatabase, provide } from './factory-provider.js';

/** What a test may put in place of the usual: something that goes wrong at a certain moment. */
export interface PaymentFaults {
  readonly sandbox?: SandboxMoments;
  readonly points?: FaultPoints;
}

const providersOf = ({ sandbox, points }: PaymentFaults): Provider[] => [
  {
    provide: PaymentsUnitOfWork,
    inject: [Database, Ids],
    useFactory: ({ source }: Database, ids: Ids) => paymentsUnitOfWork(source, ids),
  },
  onDatabase(PaymentRequestReader, TypeOrmPaymentRequestReader),
  onDatabase(SubscriptionReader, TypeOrmSubscriptionReader),
  {
    provide: PaymentProcessor,
    inject: [Database, LOGGER],
    useFactory: ({ source }: Database, logger: Logger) =>
      new BoundedProcessor(new SandboxProcessor(source, sandbox), { onFailure: failuresTo(logger) }),
  },
  {
    provide: PageSecrets,
    inject: [CoreSettings],
    useFactory: ({ jwtSecret }: CoreSettings) => new DerivedPageSecrets(deriveKey(jwtSecret, 'payment page')),
  },
  { provide: FaultPoints, useValue: points ?? new NoFaultPoints() },
  provide(CreatePaymentRequest, PaymentsUnitOfWork, PageSecrets, Clock),
  provide(ConcludeAttempt, PaymentsUnitOfWork, PaymentProcessor, FaultPoints, Clock),
];

/** Payment requests and subscriptions without HTTP. */
@Module({})
export class PaymentsCoreModule {
  static of(faults: PaymentFaults = {}): DynamicModule {
    const providers = providersOf(faults);
    return { module: PaymentsCoreModule, providers, exports: providers };
  }
}
