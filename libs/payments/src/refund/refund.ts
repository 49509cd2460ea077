import {
  type AccountId,
  type Currency,
  type Decision,
  type DomainEvent,
  type Json,
  moneyText,
  notBefore,
  type PaymentRequestId,
  type RefundId,
  requireAmount,
  stateMachine,
  type TransactionId,
  transition,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { RefundFailureReason, RefundKey, RefundOutcome } from '../processor/payment-processor.js';

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export type RefundAction = 'succeed' | 'fail';

export const REFUND_STATE_MACHINE = stateMachine<RefundStatus, RefundAction>({
  initial: ['pending'],
  transitions: {
    pending: { succeed: 'succeeded', fail: 'failed' },
    succeeded: {},
    failed: {},
  },
});

/** Money that goes back to the customer of a succeeded payment request, all of it or a part. */
export interface Refund {
  readonly id: RefundId;
  readonly accountId: AccountId;
  readonly paymentId: PaymentRequestId;
  readonly amount: number;
  readonly currency: Currency;
  readonly status: RefundStatus;
  /** Free text of the caller. */
  readonly reason: string | undefined;
  readonly failureReason: RefundFailureReason | undefined;
  /** The payment that holds the amount, and is settled or released with the refund. */
  readonly transactionId: TransactionId;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewRefund {
  /** Undefined: what is left. */
  readonly amount: number | undefined;
  readonly reason: string | undefined;
}

export const REFUND_EVENTS = ['refund.created', 'refund.succeeded', 'refund.failed'] as const;
export type RefundEventType = (typeof REFUND_EVENTS)[number];
export type RefundEvent = DomainEvent<RefundEventType>;

/** Idempotency key at the processor: refunding twice with one key refunds once. */
export const refundKeyOf = ({ id }: Refund): RefundKey => id as string as RefundKey;

/** `reserved` is the sum of the pending and succeeded refunds of the payment. */
export function amountToRefund(
  payment: PaymentRequest,
  reserved: number,
  requested: number | undefined,
): number {
  if (payment.status !== 'succeeded')
    throw refusal('conflict', `The payment is ${payment.status}. Only a succeeded payment can be refunded.`);
  const left = payment.amount - reserved;
  if (left === 0) throw refusal('invalid_request', 'Nothing is left to refund of this payment.');
  const amount = requested ?? left;
  requireAmount(amount);
  if (amount > left) {
    const text = moneyText({ amount: left, currency: payment.currency });
    throw refusal('invalid_request', `amount exceeds the ${text} left to refund.`);
  }
  return amount;
}

export function create(
  refund: Pick<Refund, 'id' | 'amount' | 'reason' | 'transactionId'>,
  { accountId, id: paymentId, currency }: PaymentRequest,
  now: Date,
): Decision<Refund, RefundEvent> {
  const { id, amount, reason, transactionId } = refund;
  const state: Refund = {
    id,
    accountId,
    paymentId,
    amount,
    currency,
    status: 'pending',
    reason,
    failureReason: undefined,
    transactionId,
    createdAt: now,
    updatedAt: now,
  };
  return { state, events: [createEvent('refund.created', state)] };
}

/** Refund, payment request and events to save in one SQL transaction. */
interface ConcludedRefund {
  readonly refund: Refund;
  readonly payment: PaymentRequest;
  readonly events: readonly RefundEvent[];
}

export function conclude(
  pending: Refund,
  payment: PaymentRequest,
  outcome: RefundOutcome,
  now: Date,
): ConcludedRefund {
  const action = outcome.kind === 'succeeded' ? 'succeed' : 'fail';
  const status = transition(REFUND_STATE_MACHINE, pending.status, action, (state) =>
    refusal('conflict', `The refund has already ${state}.`),
  );
  const failureReason = outcome.kind === 'failed' ? outcome.reason : undefined;
  const refund = { ...pending, status, failureReason, updatedAt: notBefore(pending.updatedAt, now) };
  if (failureReason !== undefined)
    return {
      refund,
      payment,
      events: [createEvent('refund.failed', refund, { failure_reason: failureReason })],
    };
  const refunded = {
    ...payment,
    refundedAmount: payment.refundedAmount + refund.amount,
    updatedAt: notBefore(payment.updatedAt, now),
  };
  return { refund, payment: refunded, events: [createEvent('refund.succeeded', refund)] };
}

function createEvent(
  type: RefundEventType,
  { id, accountId, paymentId, amount, currency, status, reason, transactionId }: Refund,
  extraData: Record<string, Json> = {},
): RefundEvent {
  const data = {
    payment_id: paymentId,
    amount,
    currency,
    status,
    reason: reason ?? null,
    transaction_id: transactionId,
    ...extraData,
  };
  return { type, accountId, subjectId: id, data };
}
