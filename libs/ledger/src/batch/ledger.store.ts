import type {
  AccountId,
  EventEnvelope,
  EventId,
  IdempotencyKey,
  JsonObject,
  TransactionId,
} from '@florin/kernel';
import type { Balance } from '../balance/balance.js';
import type { Entry } from '../entry/entry.js';
import type { Transaction } from '../transaction/transaction.js';
import type { ReadSet } from './command.js';

/** An answer kept under an idempotency key. */
export interface StoredResponse {
  readonly fingerprint: string;
  readonly response: JsonObject;
}

export interface NewIdempotencyKey extends StoredResponse {
  readonly key: IdempotencyKey;
}

/** What was found of what was needed. Whatever does not exist is not in its map. */
export interface LedgerState {
  readonly balances: ReadonlyMap<AccountId, Balance>;
  /** Needed balances that another SQL transaction has locked. Commands on them cannot be decided now. */
  readonly locked?: ReadonlySet<AccountId>;
  readonly transactions: ReadonlyMap<TransactionId, Transaction>;
  /** By payment: the sum of its refunds that are pending or succeeded. A payment without any may be absent. */
  readonly refunded: ReadonlyMap<TransactionId, number>;
  /** By `keyText`. Answers older than a key lives are not there. */
  readonly responses: ReadonlyMap<string, StoredResponse>;
  /**
   * By account: its newest event, or `eventsFrom` where all of its are older. What is told next goes above it, though the
   * clock may have been set back since.
   */
  readonly newestEvents: ReadonlyMap<AccountId, EventId>;
}

/** What a decision wants written. */
export interface Changes {
  readonly balances: readonly Balance[];
  readonly added: readonly Transaction[];
  readonly changed: readonly Transaction[];
  readonly entries: readonly Entry[];
  readonly events: readonly EventEnvelope[];
  readonly keys: readonly NewIdempotencyKey[];
}

export interface BatchDecision<Result> {
  readonly changes: Changes;
  readonly result: Result;
}

/**
 * Where the ledger writes, all or nothing.
 *
 * `write` opens one SQL transaction, finds the accounts of transactions named by id alone, locks every needed book in
 * the order of account ids, and only then reads transactions, refunds and keys: nobody else changes what the decision
 * sees until it is committed. It answers `decide`'s result after the commit and never before. It need not wait for a
 * book that another SQL transaction has locked: it may decide without it, and name it in `locked`.
 *
 * `decide` may be called again with a newer state: after a deadlock or a serialization failure, or when another
 * writer kept one of the new keys in the meantime (an answer is never kept twice). An error that it throws is thrown
 * on and nothing is written. `unavailable` means that the store cannot say whether the changes were made or could not
 * make them now; any other error of the store means that these changes cannot be made.
 */
export abstract class LedgerStore {
  abstract write<Result>(
    readSet: ReadSet,
    decide: (state: LedgerState) => BatchDecision<Result>,
  ): Promise<Result>;
}
