import { Clock } from '@florin/kernel';
import {
  CancelSubscription,
  CreatePaymentRequest,
  CreateSubscription,
  GetSubscription,
  PaymentsUnitOfWork,
  PauseSubscription,
  ResumeSubscription,
  SubscriptionReader,
} from '@florin/payments';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { provide } from '../core/factory-provider.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { SubscriptionsController } from './subscriptions.controller.js';

@Module({
  imports: [AccountsModule, IdempotencyModule, PaymentsModule],
  controllers: [SubscriptionsController],
  providers: [
    provide(CreateSubscription, PaymentsUnitOfWork, CreatePaymentRequest, Clock),
    provide(GetSubscription, SubscriptionReader),
    provide(PauseSubscription, SubscriptionReader, PaymentsUnitOfWork, Clock),
    provide(ResumeSubscription, SubscriptionReader, PaymentsUnitOfWork, CreatePaymentRequest, Clock),
    provide(CancelSubscription, SubscriptionReader, PaymentsUnitOfWork, Clock),
  ],
})
export class SubscriptionsModule {}
