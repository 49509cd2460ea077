import type { PaymentDetails, Refund } from '@florin/client';
import { ATTEMPT_STATE_MACHINE, PAYMENT_REQUEST_STATE_MACHINE } from '@florin/payments';

export interface PaymentWithRefunds {
  readonly payment: PaymentDetails;
  readonly refunds: readonly Refund[];
  readonly hasMoreRefunds: boolean;
}

/** What is neither refunded nor about to be. The API checks it again. */
export function leftToRefund({ payment, refunds }: PaymentWithRefunds): number {
  if (payment.status !== 'succeeded') return 0;
  const pending = refunds
    .filter(({ status }) => status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, payment.amount - payment.refunded_amount - pending);
}

/** Not while a card is charged: the charge may already be approved. */
export const isCancellable = ({ status, attempts }: PaymentDetails): boolean =>
  PAYMENT_REQUEST_STATE_MACHINE.transitions[status].cancel !== undefined &&
  !attempts.some((attempt) => ATTEMPT_STATE_MACHINE.initial.includes(attempt.status));

/** A request past its time stays pending until the worker expires it. */
export const isPayable = ({ status, expires_at }: PaymentDetails, now: number): boolean =>
  PAYMENT_REQUEST_STATE_MACHINE.transitions[status].pay !== undefined && Date.parse(expires_at) > now;

const PENDING_PAYMENT_MS = 4_000;
const PENDING_REFUND_MS = 2_000;

/** When to read the payment again, if it can still change by itself. */
export function refetchMsOf({ payment, refunds }: PaymentWithRefunds): number | undefined {
  if (refunds.some(({ status }) => status === 'pending')) return PENDING_REFUND_MS;
  return payment.status === 'pending' ? PENDING_PAYMENT_MS : undefined;
}
