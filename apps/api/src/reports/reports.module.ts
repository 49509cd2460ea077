import { PostgresPlatformActivityReader, PostgresRunningTotalsReader } from '@florin/infrastructure';
import { PlatformActivityReader, RunningTotalsReader } from '@florin/ledger';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { provideWithDatabase } from '../core/factory-provider.js';
import { ActivityController } from './activity.controller.js';
import { PlatformActivityController } from './platform-activity.controller.js';

@Module({
  imports: [AccountsModule],
  controllers: [ActivityController, PlatformActivityController],
  providers: [
    provideWithDatabase(RunningTotalsReader, PostgresRunningTotalsReader),
    provideWithDatabase(PlatformActivityReader, PostgresPlatformActivityReader),
  ],
})
export class ReportsModule {}
