import type {
  AccountId,
  DomainEvent,
  Ids,
  PaymentRequestId,
  RefundId,
  TimedEvent,
  TransactionId,
} from '@florin/kernel';
import type { RefundOutcome } from '../processor/payment-processor.js';
import type { Refund } from '../refund/refund.js';
import type { Attempt } from './attempt.js';
import type { PaymentRequest } from './payment-request.js';

/** Payment requests inside a unit of work. The row lock of a request also protects its attempts. */
export interface PaymentRequestRepository {
  add(request: PaymentRequest, pageDigest: string): Promise<void>;
  /** Locked for update until the commit. Undefined if there is none, or none in the given account. */
  lock(id: PaymentRequestId, accountId: AccountId): Promise<PaymentRequest | undefined>;
  /** The next batch of pending requests after an id, locked in id order, without metadata and line items. */
  lockPending(accountId: AccountId, after: PaymentRequestId | undefined): Promise<readonly PaymentRequest[]>;
  /** The caller holds the row lock. */
  save(request: PaymentRequest): Promise<void>;
  /** Saves many locked requests in few statements; does not write metadata and line items. */
  saveAll(requests: readonly PaymentRequest[]): Promise<void>;

  addAttempt(attempt: Attempt): Promise<void>;
  /** An attempt of a locked request. Throws if there is none. */
  getAttempt(request: PaymentRequest, number: number): Promise<Attempt>;
  saveAttempt(attempt: Attempt): Promise<void>;
}

/** The account's balance in the ledger. */
export interface PayeeBalances {
  /** Blocks other changes of the balance and new events of the account. Take it before any lock on a request. */
  lock(accountId: AccountId): Promise<void>;
  /** Like `lock`. The returned ids are above all ids of the account, so that cursor readers miss no row. */
  lockForInsert(accountId: AccountId): Promise<Ids>;
  /**
   * A settled credit with the request's id as reference, also on a frozen balance. Undefined if the balance is closed, has
   * another currency or would exceed its maximum.
   */
  credit(request: PaymentRequest, now: Date): Promise<TransactionId | undefined>;
  /**
   * Holds the amount of a refund as a pending payment with the request's id as reference. Throws `insufficient_funds`, and
   * like any new transaction `not_found` for a closed account, `invalid_request` for an inactive one.
   */
  hold(
    request: PaymentRequest,
    refund: { readonly refundId: RefundId; readonly amount: number },
  ): Promise<TransactionId>;
  /** Settles the hold, or releases it if the refund failed, also on a frozen balance. Returns the time of the end. */
  endHold(refund: Refund, outcome: RefundOutcome, now: Date): Promise<Date>;
}

/** Events are committed together with the change. */
export interface PaymentEvents {
  append(events: readonly DomainEvent[], now: Date): Promise<void>;
  /** Events of many aggregates, each with its own time, in the order in which readers receive them. */
  appendAll(events: readonly TimedEvent[]): Promise<void>;
}
