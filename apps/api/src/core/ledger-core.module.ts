import { setImmediate as endOfTurn } from 'node:timers/promises';
import { PostgresLedgerStore } from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import { Ledger, LEDGER_LIMITS, LedgerStore } from '@florin/ledger';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { provideWithDatabase } from './factory-provider.js';

/** The ledger without HTTP: one for the whole process, so that all commands meet in its queue. */
@Module({
  providers: [
    provideWithDatabase(LedgerStore, PostgresLedgerStore),
    {
      provide: Ledger,
      inject: [LedgerStore, Clock, Ids],
      // Requests whose sessions were read together come to the ledger together, in one turn.
      useFactory: (store: LedgerStore, clock: Clock, ids: Ids) =>
        new Ledger(store, clock, ids, LEDGER_LIMITS, () => endOfTurn()),
    },
  ],
  exports: [Ledger],
})
export class LedgerCoreModule implements OnApplicationShutdown {
  constructor(private readonly ledger: Ledger) {}

  /** Accepted commands are written before the database closes, also when their caller was cut off. */
  async onApplicationShutdown(): Promise<void> {
    await this.ledger.drain();
  }
}
