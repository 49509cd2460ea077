import type { AccountId, CursorPage, CursorRequest, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import type { KeysetPosition } from '../batch-runner.js';
import type { Attempt } from './attempt.js';
import type { PaymentRequest, PaymentRequestStatus } from './payment-request.js';

/** Which requests a list is about. What is absent does not restrict. */
export interface PaymentRequestFilter {
  readonly accountId?: AccountId | undefined;
  readonly status?: PaymentRequestStatus | undefined;
  /** What the account itself calls them. */
  readonly reference?: string | undefined;
  /** The subscription that issued them. */
  readonly subscriptionId?: SubscriptionId | undefined;
}

export interface RequestWithLastAttempt {
  readonly request: PaymentRequest;
  readonly lastAttempt: Attempt | undefined;
}

/** Reads of what is committed, outside any write. */
export abstract class PaymentRequestReader {
  /** Undefined when there is none, or none in that account. */
  abstract find(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined>;

  /** The request whose page has that digest, and the latest card that was put to it. */
  abstract findByPageDigest(pageDigest: string): Promise<RequestWithLastAttempt | undefined>;

  /** Newest first. The cursor only marks a place: it need not be a request of the list. */
  abstract list(
    filter: PaymentRequestFilter,
    request: CursorRequest<PaymentRequestId>,
  ): Promise<CursorPage<PaymentRequest>>;

  /** Requests that `isDue`, the longest due first; with `after`, only those behind that place. */
  abstract findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly PaymentRequest[]>;

  /** Open attempts, oldest first. The id in their place is that of the request, which has only one open attempt. */
  abstract findOpenAttempts(
    startedUntil: Date,
    limit: number,
    after?: KeysetPosition,
  ): Promise<readonly Attempt[]>;
}
