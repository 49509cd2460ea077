import { type AccountId, addMilliseconds, parseId, type TransactionId } from '@florin/kernel';
import type { TransactionFilter } from '@florin/ledger';
import type { AccountScope } from '../auth/account-scope.js';
import { ApiError } from '../common/errors/api-error.js';
import type { CreateTransactionDto, ListTransactionsQuery } from './transaction.dto.js';

export function refundedPaymentId({ type, refund_of }: CreateTransactionDto): TransactionId | undefined {
  if (refund_of === undefined) return undefined;
  if (type !== 'refund') throw new ApiError('invalid_request', 'refund_of is only allowed with type refund.');
  // The ledger rejects a malformed id like an unknown one, after its other checks.
  return parseId('txn', refund_of) ?? NONEXISTENT_PAYMENT;
}

export function requireSettlePermission(
  scope: AccountScope,
  bodies: readonly { readonly settle?: boolean }[],
): void {
  if (bodies.some(({ settle }) => settle === true))
    scope.requirePermission('transactions.settle', 'Only admins and platform keys can send settle: true.');
}

/** Valid but never issued: its timestamp is the first millisecond of 1970. */
const NONEXISTENT_PAYMENT = parseId('txn', `txn_${'0'.repeat(26)}`);

/** Undefined if the requested account is not visible: the list is empty. */
export function filterOf(
  {
    status,
    type,
    date_from,
    date_to,
    account_id: requestedAccountId,
    refund_of: refundOf,
    reference,
    amount_min: amountMin,
    amount_max: amountMax,
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
    reference,
    amountMin,
    amountMax,
    from: date_from,
    // `until` is exclusive. Timestamps have millisecond precision.
    until: date_to && addMilliseconds(date_to, 1),
  };
}
