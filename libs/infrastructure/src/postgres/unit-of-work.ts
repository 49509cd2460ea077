import {
  type JsonObject,
  type IdempotentRequest,
  type Outcome,
  SYSTEM_ACTOR,
  type UnitOfWork,
} from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { ROW_LOCK_LIMITS, KeyedLimit } from '../system/keyed-limit.js';
import { type ConstraintRefusals, Unavailable } from './errors.js';
import { claimKey, isResponseStored, storeResponse } from './idempotency-keys.js';
import { inSqlTransaction } from './sql-transaction.js';

/** The stores live exactly as long as the SQL transaction they were made for. */
export class TypeOrmUnitOfWork<Stores> implements UnitOfWork<Stores> {
  private readonly locks = new KeyedLimit(ROW_LOCK_LIMITS, () => new Unavailable());

  constructor(
    private readonly dataSource: DataSource,
    private readonly storesOf: (manager: EntityManager, actor: string) => Stores,
    private readonly refusals: ConstraintRefusals = {},
  ) {}

  run<Result>(
    work: (stores: Stores) => Promise<Result>,
    actor = SYSTEM_ACTOR,
    lockKey?: string,
  ): Promise<Result> {
    const run = () =>
      inSqlTransaction(this.dataSource, (manager) => work(this.storesOf(manager, actor)), this.refusals);
    return lockKey === undefined ? run() : this.locks.run(lockKey, run);
  }

  async runIdempotent<Thing>(
    request: IdempotentRequest<Thing> | undefined,
    work: (stores: Stores) => Promise<Thing>,
    actor = SYSTEM_ACTOR,
  ): Promise<Outcome<Thing>> {
    if (request === undefined) return { replayed: false, value: await this.run(work, actor) };
    let answer: JsonObject | undefined;
    return inSqlTransaction(
      this.dataSource,
      async (manager): Promise<Outcome<Thing>> => {
        answer = await claimKey(manager, request);
        if (answer !== undefined) return { replayed: true, response: answer };
        const thing = await work(this.storesOf(manager, actor));
        answer = request.present(thing);
        await storeResponse(manager, request, answer);
        return { replayed: false, value: thing };
      },
      this.refusals,
      async (queryRows) => answer && isResponseStored(queryRows, request, answer),
    );
  }
}
