import type { IdempotentRequest, Outcome } from './idempotency.js';

/**
 * Runs the work in one SQL transaction and returns after the commit. A thrown error rolls back. The work may run again
 * after a serialization failure (40001) or a deadlock (40P01), so its only side effects must be those on the stores.
 * `actor` is recorded in the events, by default `system`. `lockKey` identifies a lock that many callers may wait for:
 * only a few of them take a connection, and the others queue in this process.
 */
export abstract class UnitOfWork<Stores> {
  abstract run<Result>(
    work: (stores: Stores) => Promise<Result>,
    actor?: string,
    lockKey?: string,
  ): Promise<Result>;

  /**
   * Like `run`, but at most once per idempotency key, which is stored in the same SQL transaction. Waits a few seconds
   * for a concurrent request with the same key, then throws `conflict`. Throws `idempotency_mismatch` if the key was
   * used with another request.
   */
  abstract runIdempotent<Value>(
    idempotentRequest: IdempotentRequest<Value> | undefined,
    work: (stores: Stores) => Promise<Value>,
    actor?: string,
    lockKey?: string,
  ): Promise<Outcome<Value>>;
}
