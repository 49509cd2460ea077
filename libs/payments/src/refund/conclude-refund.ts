import { type Clock, money } from '@florin/kernel';
import { chargeKeyOf } from '../payment-request/attempt.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentRequestReader } from '../payment-request/payment-request.reader.js';
import type { PaymentProcessor, RefundOutcome } from '../processor/payment-processor.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { conclude, type Refund, refundKeyOf } from './refund.js';

/** Refunds at the processor and records its outcome. If two callers do so, the first commit wins. */
export class ConcludeRefund {
  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly processor: PaymentProcessor,
    private readonly clock: Clock,
  ) {}

  /** Throws if the call fails. The outcome is unknown then, and another call returns it. */
  async execute(pending: Refund): Promise<Refund> {
    const { accountId, paymentId, amount, currency } = pending;
    const payment = requireFound(await this.reader.find(paymentId, accountId), pending);
    const outcome = await this.processor.refund({
      key: refundKeyOf(pending),
      // No attempt can follow the approved one.
      chargeKey: chargeKeyOf({ paymentRequestId: paymentId, number: payment.attempts }),
      money: money(amount, currency),
    });
    return this.unitOfWork.run((stores) => this.record(stores, pending, outcome), undefined, accountId);
  }

  private async record(
    { balances, requests, refunds, events, mails }: PaymentsStores,
    { id, accountId, paymentId }: Refund,
    outcome: RefundOutcome,
  ): Promise<Refund> {
    await balances.lock(accountId);
    const locked = await requests.lock(paymentId, accountId);
    const refund = await refunds.get(id, accountId);
    if (refund.status !== 'pending') return refund;
    const endedAt = await balances.endHold(refund, outcome, this.clock.now());
    const concluded = conclude(refund, requireFound(locked, refund), outcome, endedAt);
    await refunds.save(concluded.refund);
    await requests.save(concluded.payment);
    if (concluded.refund.status === 'succeeded') await mails.addRefund(concluded.refund, endedAt);
    await events.append(concluded.events, concluded.refund.updatedAt);
    return concluded.refund;
  }
}

function requireFound(payment: PaymentRequest | undefined, { id, paymentId }: Refund): PaymentRequest {
  if (payment === undefined) throw new Error(`Payment request ${paymentId} of refund ${id} not found.`);
  return payment;
}
