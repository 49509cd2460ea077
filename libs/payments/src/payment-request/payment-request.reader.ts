import type {
  AccountId,
  CursorPage,
  CursorRequest,
  Email,
  PaymentRequestId,
  SubscriptionId,
} from '@florin/kernel';
import type { KeysetPosition } from '../batch-runner.js';
import type { Attempt, AttemptStatus } from './attempt.js';
import type { PaymentRequest, PaymentRequestStatus } from './payment-request.js';

/** An absent field does not filter. */
export interface PaymentRequestFilter {
  readonly accountId?: AccountId | undefined;
  readonly status?: PaymentRequestStatus | undefined;
  readonly reference?: string | undefined;
  readonly subscriptionId?: SubscriptionId | undefined;
  readonly customerEmail?: Email | undefined;
  /** Both bounds are exclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

export interface RequestWithLastAttempt {
  readonly request: PaymentRequest;
  readonly lastAttempt: Attempt | undefined;
}

/** Reads committed requests without locks. */
export abstract class PaymentRequestReader {
  /** Undefined if there is none, or none in the given account. */
  abstract find(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined>;

  /** The request of a payment page, with its latest attempt. */
  abstract findByPageDigest(pageDigest: string): Promise<RequestWithLastAttempt | undefined>;

  /** Newest first. The cursor is any request id, also one that the filter excludes. */
  abstract list(
    filter: PaymentRequestFilter,
    request: CursorRequest<PaymentRequestId>,
  ): Promise<CursorPage<PaymentRequest>>;

  /** The attempts of these requests, by number within a request. With `statuses`, only those. */
  abstract findAttempts(
    requests: readonly PaymentRequest[],
    statuses?: readonly AttemptStatus[],
  ): Promise<readonly Attempt[]>;

  /** Requests for which `isDue` holds, ordered by expiry and id; with `after`, only those behind that position. */
  abstract findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly PaymentRequest[]>;

  /** Open attempts, oldest first. The position has the request's id: a request has at most one open attempt. */
  abstract findOpenAttempts(
    startedUntil: Date,
    limit: number,
    after?: KeysetPosition,
  ): Promise<readonly Attempt[]>;
}
