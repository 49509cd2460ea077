import { type DynamicModule, Module } from '@nestjs/common';
import { StartupMessages } from './startup-messages.js';
import { PublicAddress } from './config/public-address.js';
import type { ResolvedConfig } from './config/resolved-config.js';
import { Settings } from './config/settings.js';
import { type Core, CoreModule, CoreSettings } from './core/core.module.js';
import { ConsoleModule } from './console/console.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { StatementModule } from './reports/statement/statement.module.js';
import { ReconciliationsModule } from './reports/reconciliations.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

export type NestModule = NonNullable<DynamicModule['imports']>[number];

/** The feature modules, each with its controllers and adapters. */
export const FEATURE_MODULES: readonly NestModule[] = [
  IdentityModule,
  AccountsModule,
  LedgerModule,
  PaymentsModule,
  SubscriptionsModule,
  WebhooksModule,
  ReportsModule,
  StatementModule,
  ReconciliationsModule,
  OperationsModule,
  ConsoleModule,
];

export interface ApiCore extends Core {
  readonly settings: ResolvedConfig;
  readonly startupMessages: StartupMessages;
  readonly address: PublicAddress;
}

@Module({})
export class AppModule {
  static of(core: ApiCore, modules: readonly NestModule[]): DynamicModule {
    const coreModule = CoreModule.of(core, [
      { provide: Settings, useExisting: CoreSettings },
      { provide: StartupMessages, useValue: core.startupMessages },
      { provide: PublicAddress, useValue: core.address },
    ]);
    return { module: AppModule, imports: [coreModule, ...modules] };
  }
}
