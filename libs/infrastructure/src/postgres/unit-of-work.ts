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

/** The stores are valid only within their SQL transaction. */
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
    return this.queued(lockKey, () =>
      inSqlTransaction(this.dataSource, (manager) => work(this.storesOf(manager, actor)), this.refusals),
    );
  }

  async runIdempotent<Value>(
    request: IdempotentRequest<Value> | undefined,
    work: (stores: Stores) => Promise<Value>,
    actor = SYSTEM_ACTOR,
    lockKey?: string,
  ): Promise<Outcome<Value>> {
    if (request === undefined) return { replayed: false, value: await this.run(work, actor, lockKey) };
    let response: JsonObject | undefined;
    return this.queued(lockKey, () =>
      inSqlTransaction(
        this.dataSource,
        async (manager): Promise<Outcome<Value>> => {
          response = await claimKey(manager, request);
          if (response !== undefined) return { replayed: true, response };
          const value = await work(this.storesOf(manager, actor));
          response = request.present(value);
          await storeResponse(manager, request, response);
          return { replayed: false, value };
        },
        this.refusals,
        async (queryRows, waitForWriter) =>
          response && isResponseStored(queryRows, request, response, waitForWriter),
      ),
    );
  }

  private queued<Result>(lockKey: string | undefined, run: () => Promise<Result>): Promise<Result> {
    return lockKey === undefined ? run() : this.locks.run(lockKey, run);
  }
}
