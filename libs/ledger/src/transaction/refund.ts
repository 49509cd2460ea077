import { moneyText } from '@florin/kernel';
import { refusal } from '../errors.js';
import { type NewTransaction, type Transaction, reversalAdvice } from './transaction.js';

/** Pending and succeeded refunds of a payment must not exceed its amount. */
export function requireRefundable(
  payment: Transaction | undefined,
  refunded: number,
  { type, amount }: Pick<NewTransaction, 'type' | 'amount'>,
): void {
  if (type !== 'refund') throw refusal('invalid_request', 'refund_of is only allowed with type refund.');
  if (payment === undefined) throw refusal('invalid_request', 'refund_of is not a payment of this account.');
  if (payment.type !== 'payment') {
    const message = `refund_of is a ${payment.type}, not a payment.`;
    throw refusal('invalid_request', `${message} ${reversalAdvice(payment.type)}`);
  }
  if (payment.transferId !== undefined) {
    throw refusal('invalid_request', 'refund_of is one side of a transfer. Transfer the money back instead.');
  }
  if (payment.refundId !== undefined) {
    throw refusal(
      'invalid_request',
      'refund_of is the transaction of a refund, which cannot be refunded itself.',
    );
  }
  if (payment.status !== 'succeeded') {
    throw refusal('invalid_request', `refund_of is a payment that is ${payment.status}, not succeeded.`);
  }
  const left = payment.amount - refunded;
  if (amount > left)
    throw refusal(
      'invalid_request',
      `amount exceeds the ${moneyText({ ...payment, amount: left })} left to refund.`,
    );
}

/** A refund that failed or was canceled does not count. */
export const refundedBy = ({ status, amount }: Transaction): number =>
  status === 'pending' || status === 'succeeded' ? amount : 0;
