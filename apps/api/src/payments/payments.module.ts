import {
  CardRateLimiter,
  Database,
  deriveKey,
  LoggedLateResults,
  PostgresBalanceReader,
  TypeOrmPayeeDirectory,
} from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import { BalanceReader } from '@florin/ledger';
import {
  CancelPaymentRequest,
  ConcludeAttempt,
  ConcludeRefund,
  CreateRefund,
  DescribePayments,
  GetPayment,
  GetPaymentRequest,
  GetRefund,
  LateResults,
  OpenPaymentPage,
  PageSecrets,
  PayeeDirectory,
  PaymentProcessor,
  PaymentRequestReader,
  PaymentsUnitOfWork,
  PayPaymentRequest,
  RefundReader,
  SendPaymentRequest,
  SubscriptionReader,
} from '@florin/payments';
import { Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { PublicAddress } from '../config/public-address.js';
import { CoreSettings, LOGGER } from '../core/core.module.js';
import { provideWithDatabase, provide } from '../core/factory-provider.js';
import { PaymentsCoreModule } from '../core/payments-core.module.js';
import { PaymentPages } from './page/payment-pages.js';
import { PaymentUrls } from './payment-urls.js';
import { PaymentsController } from './payments.controller.js';
import { RefundsController } from './refunds.controller.js';

const PROVIDERS: Provider[] = [
  provideWithDatabase(BalanceReader, PostgresBalanceReader),
  provideWithDatabase(PayeeDirectory, TypeOrmPayeeDirectory),
  { provide: LateResults, inject: [LOGGER], useFactory: (logger: Logger) => new LoggedLateResults(logger) },
  {
    provide: CardRateLimiter,
    inject: [Database, CoreSettings],
    useFactory: ({ source }: Database, { jwtSecret }: CoreSettings) =>
      new CardRateLimiter(source, deriveKey(jwtSecret, 'card limit')),
  },
  provide(PaymentUrls, PageSecrets, PublicAddress),
  provide(GetPaymentRequest, PaymentRequestReader),
  provide(GetPayment, GetPaymentRequest, PaymentRequestReader),
  provide(DescribePayments, PaymentRequestReader),
  provide(CancelPaymentRequest, PaymentRequestReader, PaymentsUnitOfWork, Clock),
  {
    provide: SendPaymentRequest,
    inject: [PaymentRequestReader, PaymentsUnitOfWork, Clock, CoreSettings],
    useFactory: (
      reader: PaymentRequestReader,
      unitOfWork: PaymentsUnitOfWork,
      clock: Clock,
      { mailPaymentsPerHour }: CoreSettings,
    ) => new SendPaymentRequest(reader, unitOfWork, clock, mailPaymentsPerHour),
  },
  provide(OpenPaymentPage, PaymentRequestReader, PayeeDirectory, SubscriptionReader, PageSecrets, Clock),
  provide(
    PayPaymentRequest,
    PaymentsUnitOfWork,
    PaymentRequestReader,
    PageSecrets,
    PaymentProcessor,
    ConcludeAttempt,
    Clock,
    LateResults,
  ),
  provide(GetRefund, RefundReader),
  provide(CreateRefund, GetPaymentRequest, PaymentsUnitOfWork, ConcludeRefund, Clock),
  PaymentPages,
];

/** Payment requests and their payment pages. */
@Module({
  imports: [AccountsModule, IdempotencyModule, PaymentsCoreModule],
  controllers: [PaymentsController, RefundsController],
  providers: PROVIDERS,
  exports: [PaymentsCoreModule, PaymentUrls],
})
export class PaymentsModule {}
