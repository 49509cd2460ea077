import {
  DAY_MS,
  type IdempotencyKey,
  type Once,
  type Outcome,
  requireSameRequest,
  UnitOfWork,
} from '@florin/kernel';
import type { Process } from '../process.js';
import type { SqlTransaction } from '../sql-transaction.js';

/** The spelling under which a key is kept. */
export const keyOf = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  [accountId ?? '', principal, path, key].join(' ');

/** A library's writes in one process. */
export class SimulatedUnitOfWork<Stores> extends UnitOfWork<Stores> {
  constructor(
    private readonly process: Process,
    private readonly storesOn: (sql: SqlTransaction) => Stores,
  ) {
    super();
  }

  run<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.process.inSqlTransaction((sql) => work(this.storesOn(sql)));
  }

  runOnce<Thing>(
    once: Once<Thing> | undefined,
    work: (stores: Stores) => Promise<Thing>,
  ): Promise<Outcome<Thing>> {
    return this.process.inSqlTransaction(async (sql): Promise<Outcome<Thing>> => {
      if (once === undefined) return { replayed: false, thing: await work(this.storesOn(sql)) };
      const { now } = this.process.world.database;
      // Whoever holds the key is waited for, and then what it answered is there to be seen.
      await sql.claim(`key ${keyOf(once)}`);
      const kept = await sql.read('answers', keyOf(once));
      if (kept !== undefined && now() - kept.keptAt < DAY_MS) {
        requireSameRequest(once, kept);
        return { replayed: true, answer: kept.answer };
      }
      const thing = await work(this.storesOn(sql));
      const answer = { fingerprint: once.fingerprint, answer: once.present(thing), keptAt: now() };
      await sql.write('answers', keyOf(once), answer);
      return { replayed: false, thing };
    });
  }
}
