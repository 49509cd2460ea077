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
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { provide } from '../core/factory-provider.js';
import { SubscriptionsController } from './subscriptions.controller.js';

const PROVIDERS: Provider[] = [
  provide(CreateSubscription, PaymentsUnitOfWork, CreatePaymentRequest, Clock),
  provide(GetSubscription, SubscriptionReader),
  provide(PauseSubscription, SubscriptionReader, PaymentsUnitOfWork, Clock),
  provide(ResumeSubscription, SubscriptionReader, PaymentsUnitOfWork, CreatePaymentRequest, Clock),
  provide(CancelSubscription, SubscriptionReader, PaymentsUnitOfWork, Clock),
];

@Module({})
export class SubscriptionsModule {
  /** `payments` must be the same dynamic module as in the application: Nest compares dynamic modules by identity. */
  static of(payments: DynamicModule): DynamicModule {
    return {
      module: SubscriptionsModule,
      imports: [AccountsModule, IdempotencyModule, payments],
      controllers: [SubscriptionsController],
      providers: PROVIDERS,
    };
  }
}
