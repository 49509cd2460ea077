import { PooledPdfRenderer, PostgresStatementReader } from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import { StatementReader } from '@florin/ledger';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { provide, provideWithDatabase } from '../../core/factory-provider.js';
import { StatementController } from './statement.controller.js';
import { StatementDownloads } from './statement-downloads.js';

@Module({
  imports: [AccountsModule],
  controllers: [StatementController],
  providers: [
    provideWithDatabase(StatementReader, PostgresStatementReader),
    { provide: PooledPdfRenderer, useFactory: () => new PooledPdfRenderer() },
    provide(StatementDownloads, StatementReader, PooledPdfRenderer, Clock),
  ],
})
export class StatementModule implements OnApplicationShutdown {
  constructor(private readonly renderer: PooledPdfRenderer) {}

  async onApplicationShutdown(): Promise<void> {
    await this.renderer.close();
  }
}
