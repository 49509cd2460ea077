import {
  DAY_MS,
  type IdempotencyKey,
  type IdempotentRequest,
  type Outcome,
  requireSameRequest,
  UnitOfWork,
} from '@florin/kernel';
import type { Process } from '../process.js';
import type { SqlTransaction } from '../sql-transaction.js';

export const keyOf = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  [accountId ?? '', principal, path, key].join(' ');

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

  runIdempotent<Value>(
    idempotentRequest: IdempotentRequest<Value> | undefined,
    work: (stores: Stores) => Promise<Value>,
  ): Promise<Outcome<Value>> {
    return this.process.inSqlTransaction(async (sql): Promise<Outcome<Value>> => {
      if (idempotentRequest === undefined) return { replayed: false, value: await work(this.storesOn(sql)) };
      const { now } = this.process.world.database;
      // Waits for a concurrent request with this key; its response is visible afterwards.
      await sql.claim(`key ${keyOf(idempotentRequest)}`);
      const stored = await sql.read('storedResponses', keyOf(idempotentRequest));
      if (stored !== undefined && now() - stored.storedAt < DAY_MS) {
        requireSameRequest(idempotentRequest, stored);
        return { replayed: true, response: stored.response };
      }
      const value = await work(this.storesOn(sql));
      const newResponse = {
        fingerprint: idempotentRequest.fingerprint,
        response: idempotentRequest.present(value),
        storedAt: now(),
      };
      await sql.write('storedResponses', keyOf(idempotentRequest), newResponse);
      return { replayed: false, value };
    });
  }
}
