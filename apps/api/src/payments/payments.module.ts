import {
  CardBudget,
  Database,
  deriveKey,
  LoggedLateAnswers,
  TypeOrmPayeeDirectory,
} from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import {
  CancelPaymentRequest,
  ConcludeAttempt,
  FaultPoints,
  GetPaymentRequest,
  LateAnswers,
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
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { PublicAddress } from '../config/public-address.js';
import { CoreSettings, LOGGER } from '../core/core.module.js';
import { onDatabase, provide } from '../core/factory-provider.js';
import { type PaymentFaults, PaymentsCoreModule } from '../core/payments-core.module.js';
import { PaymentPages, TEST_MODE } from './page/payment-pages.js';
import { PaymentAddresses } from './payment-addresses.js';
import { PaymentsController } from './payments.controller.js';

const PROVIDERS: Provider[] = [
  onDatabase(PayeeDirectory, TypeOrmPayeeDirectory),
  { provide: LateAnswers, inject: [LOGGER], useFactory: (logger: Logger) => new LoggedLateAnswers(logger) },
  // The sandbox processor charges no real card.
  { provide: TEST_MODE, useValue: true },
  {
    provide: CardBudget,
    inject: [Database, CoreSettings],
    useFactory: ({ source }: Database, { jwtSecret }: CoreSettings) =>
      new CardBudget(source, deriveKey(jwtSecret, 'card limit')),
  },
  provide(PaymentAddresses, PageSecrets, PublicAddress),
  provide(GetPaymentRequest, PaymentRequestReader),
  provide(CancelPaymentRequest, PaymentRequestReader, PaymentsUnitOfWork, Clock),
  provide(OpenPaymentPage, PaymentRequestReader, PayeeDirectory, SubscriptionReader, PageSecrets, Clock),
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
  PaymentPages,
];

/** Payment requests, and the pages on which they are paid. */
@Module({})
export class PaymentsModule {
  static of(faults?: PaymentFaults): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [AccountsModule, IdempotencyModule, PaymentsCoreModule.of(faults)],
      controllers: [PaymentsController],
      providers: PROVIDERS,
      exports: [PaymentsCoreModule, PaymentAddresses],
    };
  }
}
