import { type AccountId, addMilliseconds, parseId, type TransactionId } from '@florin/kernel';
import type { TransactionFilter } from '@florin/ledger';
import { ApiError } from '../common/errors/api-error.js';
import type { CreateTransactionDto, ListTransactionsQuery } from './transaction.dto.js';

export function refundedPaymentId({ type, refund_of }: CreateTransactionDto): TransactionId | undefined {
  if (refund_of === undefined) return undefined;
  if (type !== 'refund') throw new ApiError('invalid_request', 'refund_of goes with type refund only.');
  // What is no id names no payment, and it is for the ledger to say so in its turn: see `NO_PAYMENT`.
  return parseId('txn', refund_of) ?? NONEXISTENT_PAYMENT;
}

/** Well formed, and never drawn: an id of the first millisecond of 1970. */
const NONEXISTENT_PAYMENT = parseId('txn', `txn_${'0'.repeat(26)}`);

/** Which transactions a list is about; undefined when that is none at all. */
export function filterOf(
  {
    status,
    type,
    date_from,
    date_to,
    account_id: requestedAccountId,
    refund_of: refundOf,
  }: ListTransactionsQuery,
  visibleAccountId: AccountId | undefined,
): TransactionFilter | undefined {
  if (
    requestedAccountId !== undefined &&
    visibleAccountId !== undefined &&
    requestedAccountId !== visibleAccountId
  )
    return undefined;
  return {
    accountId: visibleAccountId ?? requestedAccountId,
    status,
    type,
    refundOf,
    from: date_from,
    // Instants are kept to the millisecond, so the last one that is meant ends where the next begins.
    until: date_to && addMilliseconds(date_to, 1),
  };
}
