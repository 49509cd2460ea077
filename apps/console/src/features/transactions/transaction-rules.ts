import type { Transaction, TransactionListItem } from '@florin/client';
import { TRANSACTION_STATE_MACHINE, type TransactionAction } from '@florin/ledger';

type State = Pick<Transaction, 'type' | 'status' | 'transfer_id' | 'refund_id'>;

/** One side of a transfer, or the money of a refund of a payment request: it ends together with that. */
const isPart = ({ transfer_id, refund_id }: State): boolean => transfer_id !== null || refund_id !== null;

export const canDo = (transaction: State, action: TransactionAction): boolean =>
  !isPart(transaction) && Object.hasOwn(TRANSACTION_STATE_MACHINE.transitions[transaction.status], action);

/** Refunds may name a succeeded payment that is no part of something else. */
export const isRefundable = (transaction: State): boolean =>
  transaction.type === 'payment' && transaction.status === 'succeeded' && !isPart(transaction);

/** What is left to refund of a payment. Refunds that failed or were canceled do not count. */
export const leftToRefund = (
  { amount }: Pick<Transaction, 'amount'>,
  refunds: readonly Pick<TransactionListItem, 'status' | 'amount'>[],
): number =>
  refunds
    .filter(({ status }) => status === 'pending' || status === 'succeeded')
    .reduce((left, refund) => left - refund.amount, amount);

/** A payment takes money out of the account; a credit or a refund brings it in. */
export const signedAmount = ({ type, amount }: Pick<Transaction, 'type' | 'amount'>): number =>
  type === 'payment' ? -amount : amount;
