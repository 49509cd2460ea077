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
  /** A batch of pending requests behind an id, locked in id order, without their metadata. */
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
export interface PayeeBalances {
  /** Keeps others from changing the balance or adding events of the account. Taken before any lock on a request. */
  lock(accountId: AccountId): Promise<void>;
  /** As `lock`; returns ids above all those of the account, so that readers who continue from the newest miss none. */
  lockForInsert(accountId: AccountId): Promise<Ids>;
  /** A settled credit whose reference is the request's id, also on a frozen book. Undefined when the book is closed. */
  credit(request: PaymentRequest, now: Date): Promise<TransactionId | undefined>;
}

/** Where events are written, with the change that they tell of. */
export interface PaymentEvents {
  append(events: readonly DomainEvent[], now: Date): Promise<void>;
  /** Events of many things, each at its own time, in the order in which they are to be told. */
  appendAll(events: readonly TimedEvent[]): Promise<void>;
}
