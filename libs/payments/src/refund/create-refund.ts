import {
  type AccountId,
  type Clock,
  type IdempotentRequest,
  instantOfId,
  notBefore,
  type Outcome,
  type PaymentRequestId,
} from '@florin/kernel';
import { type GetPaymentRequest, requestNotFound } from '../payment-request/get-payment-request.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import type { ConcludeRefund } from './conclude-refund.js';
import { amountToRefund, create, type NewRefund, type Refund } from './refund.js';

// Three steps: commit the refund with the hold of its amount, call the processor with no SQL transaction open, commit the
// outcome.
export class CreateRefund {
  constructor(
    private readonly getRequest: GetPaymentRequest,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly concludeRefund: ConcludeRefund,
    private readonly clock: Clock,
  ) {}

  /** `accountId` is the caller's account scope; undefined for callers that see all accounts. */
  async execute(
    paymentId: PaymentRequestId | undefined,
    accountId: AccountId | undefined,
    input: NewRefund,
    idempotentRequest?: IdempotentRequest<Refund>,
    actor?: string,
  ): Promise<Outcome<Refund>> {
    const payment = await this.getRequest.execute(paymentId, accountId);
    const started = await this.unitOfWork.runIdempotent(
      idempotentRequest,
      (stores) => this.start(stores, payment, input),
      actor,
      // Not the queue of the conclusions: new refunds must not delay them.
      `new refunds of ${payment.accountId}`,
    );
    if (started.replayed) return started;
    // The refund is committed, so a failure now is not one of the request: `ResolveStuckRefunds` ends it.
    const refund = await this.concludeRefund.execute(started.value).catch(() => started.value);
    return { replayed: false, value: refund };
  }

  private async start(stores: PaymentsStores, known: PaymentRequest, input: NewRefund): Promise<Refund> {
    const { balances, requests, refunds, events } = stores;
    // The balance before the request: the same lock order as closing an account.
    const ids = await balances.lockForInsert(known.accountId);
    const payment = await requests.lock(known.id, known.accountId);
    if (payment === undefined) throw requestNotFound();
    const amount = amountToRefund(payment, await refunds.sumOf(payment), input.amount);
    const id = ids.next('re');
    const transactionId = await balances.hold(payment, { refundId: id, amount });
    // The hold may be from a clock that is ahead: the refund must not precede it.
    const now = notBefore(instantOfId(transactionId), this.clock.now());
    const { reason } = input;
    const { state: refund, events: newEvents } = create({ id, amount, reason, transactionId }, payment, now);
    await refunds.add(refund);
    await events.append(newEvents, refund.createdAt);
    return refund;
  }
}
