import { setImmediate as endOfTurn } from 'node:timers/promises';
import { PostgresLedgerStore } from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import { Ledger, LEDGER_LIMITS, LedgerStore } from '@florin/ledger';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { provideWithDatabase } from './factory-provider.js';

/** The ledger without HTTP. One instance per process, so that all commands share its queue. */
@Module({
  providers: [
    provideWithDatabase(LedgerStore, PostgresLedgerStore),
    {
      provide: Ledger,
      inject: [LedgerStore, Clock, Ids],
      // Requests whose sessions were read in one query reach the ledger in the same turn of the event loop, as one batch.
      useFactory: (store: LedgerStore, clock: Clock, ids: Ids) =>
        new Ledger(store, clock, ids, LEDGER_LIMITS, () => endOfTurn()),
    },
  ],
  exports: [Ledger],
})
export class LedgerCoreModule implements OnApplicationShutdown {
  constructor(private readonly ledger: Ledger) {}

  /** Writes accepted commands before the database closes, also those of closed connections. */
  async onApplicationShutdown(): Promise<void> {
    await this.ledger.drain();
  }
}
