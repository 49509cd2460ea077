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

/** The response stored with an idempotency key. */
export interface StoredResponse {
  readonly fingerprint: string;
  readonly response: JsonObject;
}

export interface NewIdempotencyKey extends StoredResponse {
  readonly key: IdempotencyKey;
}

/** The rows of a read set. A row that does not exist is absent from its map. */
export interface LedgerState {
  readonly balances: ReadonlyMap<AccountId, Balance>;
  /** Accounts whose balance another SQL transaction has locked. Their commands have to be retried. */
  readonly locked?: ReadonlySet<AccountId>;
  readonly transactions: ReadonlyMap<TransactionId, Transaction>;
  /** By payment: the sum of its pending and succeeded refunds. Absent means none. */
  readonly refunded: ReadonlyMap<TransactionId, number>;
  /** By `keyText`. Expired keys are absent. */
  readonly responses: ReadonlyMap<string, StoredResponse>;
  /** By account: its newest event, or `minEventId` if that is higher. New events must sort above it. */
  readonly newestEvents: ReadonlyMap<AccountId, EventId>;
}

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

/** Of a store that is not partitioned. */
const ONLY_PARTITION = 0;

/**
 * Writes the ledger, atomically.
 *
 * `write` opens one SQL transaction, looks up the accounts of transactions without one, locks all balances in the order
 * of account ids, and only then reads transactions, refunds and keys. It returns after the commit. It may skip a balance
 * that another SQL transaction has locked and list it in `locked`.
 *
 * `decide` may be called again with newer state: after a deadlock, a serialization failure, or when another writer
 * has stored one of the new keys. An error that it throws is rethrown, and nothing is written. `unavailable` means that
 * the database is unavailable or the commit outcome is unknown; any other error of the store means that these changes
 * cannot be written.
 */
export abstract class LedgerStore {
  abstract write<Result>(
    readSet: ReadSet,
    decide: (state: LedgerState) => BatchDecision<Result>,
  ): Promise<Result>;

  /**
   * The partition that stores all rows of these accounts. Undefined if there are several, or if an account is not known.
   * A write to one partition is cheaper than one across partitions, and does not wait for writes to the others.
   */
  partitionOf(_accountIds: readonly (AccountId | undefined)[]): number | undefined {
    return ONLY_PARTITION;
  }
}
