import type { IdempotentRequest, Outcome } from './idempotency.js';

/**
 * The one place where writes begin and end. `run` opens a SQL transaction, hands the work its stores, and answers
 * only after the commit. The work may be run again after a serialization failure or a deadlock, so it must keep its
 * effects inside the stores. A thrown error rolls everything back. Events that are written name the actor, which is
 * the service itself unless somebody is said to act. `about` names a lock for which strangers can make very many wait at
 * once: only a few of them then hold a connection, and the others wait in this process.
 */
export abstract class UnitOfWork<Stores> {
  abstract run<Result>(
    work: (stores: Stores) => Promise<Result>,
    actor?: string,
    lockKey?: string,
  ): Promise<Result>;

  /**
   * As `run`, but at most once for an idempotency key: the key is claimed in the same SQL transaction, so it is kept
   * exactly when the work was. Waits for another holder of the key, for some seconds, and then refuses with `conflict`. A
   * key that came with another request before is refused with `idempotency_mismatch`. Without a key it is just `run`.
   */
  abstract runIdempotent<Value>(
    idempotentRequest: IdempotentRequest<Value> | undefined,
    work: (stores: Stores) => Promise<Value>,
    actor?: string,
  ): Promise<Outcome<Value>>;
}
