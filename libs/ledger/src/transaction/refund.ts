import { refusal } from '../errors.js';
import { type NewTransaction, type Transaction, reversalAdvice } from './transaction.js';

/**
 * A refund gives back a succeeded payment of its own account, and all refunds of one payment that are pending or
 * succeeded together never give back more than was paid.
 */
export function requireRefundable(
  payment: Transaction | undefined,
  refunded: number,
  { type, amount }: Pick<NewTransaction, 'type' | 'amount'>,
): void {
  if (type !== 'refund') throw refusal('invalid_request', 'refund_of is only allowed with type refund.');
  if (payment === undefined) throw refusal('invalid_request', 'refund_of names no payment of this account.');
  if (payment.type !== 'payment') {
    const message = `refund_of names a ${payment.type}, not a payment.`;
    throw refusal('invalid_request', `${message} ${reversalAdvice(payment.type)}`);
  }
  if (payment.status !== 'succeeded') {
    throw refusal('invalid_request', `refund_of names a payment that is ${payment.status}, not succeeded.`);
  }
  const left = payment.amount - refunded;
  if (amount > left)
    throw refusal('invalid_request', `amount is more than the ${left} left to refund of that payment.`);
}

/** What a refund takes up of its payment: all of it until it fails or is canceled. */
export const refundedBy = ({ status, amount }: Transaction): number =>
  status === 'pending' || status === 'succeeded' ? amount : 0;
