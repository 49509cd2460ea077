import { DomainError } from '@florin/kernel';
import type { BatchElement, NewTransaction } from '@florin/ledger';
import type { AccountScope } from '../auth/account-scope.js';
import { ApiError } from '../common/errors/api-error.js';
import { newTransactionOf, type CreateTransactionDto } from './transaction.dto.js';
import { refundedPaymentId, requireSettlePermission } from './transaction-request.js';
import type { CreateTransactionBatchDto } from './transaction-batch.dto.js';

export interface BatchRequest {
  /** The transactions of visible accounts, in order. */
  readonly inputs: readonly NewTransaction[];
  /** The errors of the other transactions, by index, in order. */
  readonly hidden: ReadonlyMap<number, DomainError>;
}

/** The ledger sees only accounts that the caller may see. */
export function batchRequestOf(
  { transactions }: CreateTransactionBatchDto,
  scope: AccountScope,
): BatchRequest {
  const refunds = transactions.map(refundedPaymentAt);
  requireSettlePermission(scope, transactions);
  // An invalid X-Account-Id is an error of the whole request.
  if (scope.hasAccountHeader) scope.visibleAccount();
  const inputs: NewTransaction[] = [];
  const hidden = new Map<number, DomainError>();
  for (const [index, body] of transactions.entries()) {
    try {
      inputs.push(newTransactionOf(body, scope.requireVisibleAccount(body.account_id), refunds[index]));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      hidden.set(index, error as DomainError);
    }
  }
  return { inputs, hidden };
}

function refundedPaymentAt(body: CreateTransactionDto, index: number) {
  try {
    return refundedPaymentId(body);
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.code, `transactions[${index}].${error.message}`);
    throw error;
  }
}

/** All results in the order of the request. */
export function inOrder(decided: readonly BatchElement[], { hidden }: BatchRequest): BatchElement[] {
  const rest = decided.values();
  return Array.from({ length: decided.length + hidden.size }, (_, index) => {
    const refused = hidden.get(index);
    return refused === undefined ? (rest.next().value as BatchElement) : { refused };
  });
}
