import { type JsonObject, type Once, type Outcome, THE_SERVICE, type UnitOfWork } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { BEFORE_ONE_LOCK, KeyedLimit } from '../system/keyed-limit.js';
import { type ConstraintRefusals, Unavailable } from './errors.js';
import { claimKey, isKept, keepAnswer } from './idempotency-keys.js';
import { inSqlTransaction } from './sql-transaction.js';

/** The stores live exactly as long as the SQL transaction they were made for. */
export class TypeOrmUnitOfWork<Stores> implements UnitOfWork<Stores> {
  private readonly locks = new KeyedLimit(BEFORE_ONE_LOCK, () => new Unavailable());

  constructor(
    private readonly dataSource: DataSource,
    private readonly storesOf: (manager: EntityManager, actor: string) => Stores,
    private readonly refusals: ConstraintRefusals = {},
  ) {}

  run<Result>(
    work: (stores: Stores) => Promise<Result>,
    actor = THE_SERVICE,
    about?: string,
  ): Promise<Result> {
    const run = () =>
      inSqlTransaction(this.dataSource, (manager) => work(this.storesOf(manager, actor)), this.refusals);
    return about === undefined ? run() : this.locks.run(about, run);
  }

  async runOnce<Thing>(
    once: Once<Thing> | undefined,
    work: (stores: Stores) => Promise<Thing>,
    actor = THE_SERVICE,
  ): Promise<Outcome<Thing>> {
    if (once === undefined) return { replayed: false, thing: await this.run(work, actor) };
    let answer: JsonObject | undefined;
    return inSqlTransaction(
      this.dataSource,
      async (manager): Promise<Outcome<Thing>> => {
        answer = await claimKey(manager, once);
        if (answer !== undefined) return { replayed: true, answer };
        const thing = await work(this.storesOf(manager, actor));
        answer = once.present(thing);
        await keepAnswer(manager, once, answer);
        return { replayed: false, thing };
      },
      this.refusals,
      async (ask) => answer && isKept(ask, once, answer),
    );
  }
}
