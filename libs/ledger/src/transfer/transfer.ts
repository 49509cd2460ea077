import { type AccountId, instantOfId, type TransferId } from '@florin/kernel';
import { accountsOfTransfer, type NewTransaction, type Transaction } from '../transaction/transaction.js';

/**
 * Money that moves between two accounts: a payment of the source and a credit of the destination, which are created and
 * end together. It is stored as these two transactions. Each account sees it through its own side.
 */
export interface Transfer extends Pick<
  Transaction,
  'amount' | 'currency' | 'status' | 'reference' | 'metadata' | 'createdAt' | 'endedAt'
> {
  readonly id: TransferId;
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
}

export interface NewTransfer extends Pick<
  NewTransaction,
  'amount' | 'currency' | 'reference' | 'metadata' | 'settle'
> {
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
}

export interface TransferSides {
  readonly source: Transaction;
  readonly destination: Transaction;
}

export function transferOf(side: Transaction): Transfer {
  const { transferId, amount, currency, status, reference, metadata, endedAt } = side;
  if (transferId === undefined) throw new Error('The transaction is not a side of a transfer.');
  return {
    id: transferId,
    ...accountsOfTransfer(side),
    amount,
    currency,
    status,
    reference,
    metadata,
    // The sides may differ: each is created after the newest event of its own account.
    createdAt: instantOfId(transferId),
    endedAt,
  };
}
