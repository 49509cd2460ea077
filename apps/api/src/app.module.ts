import { type DynamicModule, Module } from '@nestjs/common';
import { type Ground, GroundModule } from './ground.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

export type NestModule = NonNullable<DynamicModule['imports']>[number];

const payments = PaymentsModule.of();

/** The slices of the service, each with its controllers and the wiring of its ports. */
export const SLICES: readonly NestModule[] = [
  IdentityModule,
  AccountsModule,
  LedgerModule,
  payments,
  SubscriptionsModule.beside(payments),
];

@Module({})
export class AppModule {
  static of(ground: Ground, slices: readonly NestModule[]): DynamicModule {
    return { module: AppModule, imports: [GroundModule.on(ground), ...slices] };
  }
}
