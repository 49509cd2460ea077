import {
  BoundedProcessor,
  CardBudget,
  Database,
  DerivedPageSecrets,
  deriveKey,
  failuresTo,
  LoggedLateAnswers,
  paymentsUnitOfWork,
  type SandboxMoments,
  SandboxProcessor,
  TypeOrmPayeeDirectory,
  TypeOrmPaymentRequestReader,
  TypeOrmSubscriptionReader,
} from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import {
  CancelPaymentRequest,
  ConcludeAttempt,
  CreatePaymentRequest,
  FaultPoints,
  GetPaymentRequest,
  LateAnswers,
  NoFaultPoints,
  OpenPaymentPage,
  PageSecrets,
  PayeeDirectory,
  PaymentProcessor,
  PaymentRequestReader,
  PaymentsUnitOfWork,
  PayPaymentRequest,
  SubscriptionReader,
} from '@florin/payments';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LOGGER } from '../ground.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { onDatabase, provide } from '../provide.js';
import { PublicAddress } from '../config/public-address.js';
import { Settings } from '../config/settings.js';
import type { ResolvedConfig } from '../config/resolved-config.js';
import { PaymentPages, TEST_MODE } from './page/payment-pages.js';
import { PaymentAddresses } from './payment-addresses.js';
import { PaymentsController } from './payments.controller.js';

/** What a test may put in place of the usual: something that goes wrong at a certain moment. */
export interface PaymentFaults {
  readonly sandbox?: SandboxMoments;
  readonly points?: FaultPoints;
}

/** The ports and what stands behind them. */
const adapters = ({ sandbox, points }: PaymentFaults): Provider[] => [
  {
    provide: PaymentsUnitOfWork,
    inject: [Database, Ids],
    useFactory: ({ source }: Database, ids: Ids) => paymentsUnitOfWork(source, ids),
  },
  onDatabase(PaymentRequestReader, TypeOrmPaymentRequestReader),
  onDatabase(SubscriptionReader, TypeOrmSubscriptionReader),
  onDatabase(PayeeDirectory, TypeOrmPayeeDirectory),
  {
    provide: PaymentProcessor,
    inject: [Database, LOGGER],
    useFactory: ({ source }: Database, logger: Logger) =>
      new BoundedProcessor(new SandboxProcessor(source, sandbox), { onFailure: failuresTo(logger) }),
  },
  {
    provide: LateAnswers,
    inject: [LOGGER],
    useFactory: (logger: Logger) => new LoggedLateAnswers(logger),
  },
  // It goes with the processor above: the sandbox charges no real card.
  { provide: TEST_MODE, useValue: true },
  {
    provide: PageSecrets,
    inject: [Settings],
    useFactory: ({ jwtSecret }: ResolvedConfig) =>
      new DerivedPageSecrets(deriveKey(jwtSecret, 'payment page')),
  },
  {
    provide: CardBudget,
    inject: [Database, Settings],
    useFactory: ({ source }: Database, { jwtSecret }: ResolvedConfig) =>
      new CardBudget(source, deriveKey(jwtSecret, 'card limit')),
  },
  provide(PaymentAddresses, PageSecrets, PublicAddress),
  { provide: FaultPoints, useValue: points ?? new NoFaultPoints() },
];

const USE_CASES: Provider[] = [
  provide(CreatePaymentRequest, PaymentsUnitOfWork, PageSecrets, Clock),
  provide(GetPaymentRequest, PaymentRequestReader),
  provide(CancelPaymentRequest, PaymentRequestReader, PaymentsUnitOfWork, Clock),
  provide(OpenPaymentPage, PaymentRequestReader, PayeeDirectory, SubscriptionReader, PageSecrets, Clock),
  provide(ConcludeAttempt, PaymentsUnitOfWork, PaymentProcessor, FaultPoints, Clock),
  provide(
    PayPaymentRequest,
    PaymentsUnitOfWork,
    PaymentRequestReader,
    PageSecrets,
    PaymentProcessor,
    ConcludeAttempt,
    FaultPoints,
    Clock,
    LateAnswers,
  ),
];

/** Payment requests, and the pages on which they are paid. */
@Module({})
export class PaymentsModule {
  static of(faults: PaymentFaults = {}): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [AccountsModule, IdempotencyModule],
      controllers: [PaymentsController],
      providers: [...adapters(faults), ...USE_CASES, PaymentPages],
      exports: [PaymentsUnitOfWork, SubscriptionReader, CreatePaymentRequest, PaymentAddresses],
    };
  }
}
