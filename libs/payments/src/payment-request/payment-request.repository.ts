import type {
  AccountId,
  DomainEvent,
  Ids,
  PaymentRequestId,
  TimedEvent,
  TransactionId,
} from '@florin/kernel';
import type { Attempt } from './attempt.js';
import type { PaymentRequest } from './payment-request.js';

/** Payment requests inside a unit of work. Whoever locks a request decides alone about it and its attempts. */
export interface PaymentRequestRepository {
  /** Keeps a new request, which its page's digest will find. */
  add(request: PaymentRequest, pageDigest: string): Promise<void>;
  /** The request, locked until the unit of work ends. Undefined when there is none, or none in that account. */
  lock(id: PaymentRequestId, accountId: AccountId): Promise<PaymentRequest | undefined>;
  /**
   * The first pending requests of an account behind an id, locked in the order of their ids, but for their metadata. There
   * may be any number, so that they come some at a time.
   */
  lockPending(accountId: AccountId, after: PaymentRequestId | undefined): Promise<readonly PaymentRequest[]>;
  /** Keeps a change to a locked request. */
  save(request: PaymentRequest): Promise<void>;
  /** Keeps changes to many locked requests at the cost of few. Their metadata stays as it is. */
  saveAll(requests: readonly PaymentRequest[]): Promise<void>;

  addAttempt(attempt: Attempt): Promise<void>;
  /** An attempt of a locked request; it must exist. */
  getAttempt(request: PaymentRequest, number: number): Promise<Attempt>;
  saveAttempt(attempt: Attempt): Promise<void>;
}

/** The account's page in the ledger, as far as payments write on it. */
export interface PayeeBooks {
  /**
   * Holds back whatever else would change the account's balance, or tell of the account. Whoever tells an event needs
   * that, and takes it before any lock on a request.
   */
  lock(accountId: AccountId): Promise<void>;
  /**
   * Locks the same, for whoever adds something to the account, and answers where its id comes from: above those of
   * everything that the account has, so that who reads on from the newest that it has seen misses none.
   */
  lockForNew(accountId: AccountId): Promise<Ids>;
  /**
   * Puts what was paid on the locked book as a settled credit whose reference is the request's id. A frozen book takes
   * it too, for the money is there already. Undefined when the book can take nothing any more.
   */
  credit(request: PaymentRequest, now: Date): Promise<TransactionId | undefined>;
}

/** Where events are written, with the change that they tell of. */
export interface PaymentEvents {
  append(events: readonly DomainEvent[], now: Date): Promise<void>;
  /** Events of many things, each at its own time, in the order in which they are to be told. */
  appendAll(events: readonly TimedEvent[]): Promise<void>;
}
