import type { CreateTransaction } from '@florin/client';
import type { TransactionType } from '@florin/ledger';
import { parseAmount } from '../../common/amounts.js';
import { metadataChanges, type MetadataRow } from '../../common/metadata.js';

/** What the form of a new transaction contains. */
export interface TransactionDraft {
  readonly type: TransactionType;
  /** Decimal, with a point. */
  readonly amount: string;
  readonly reference: string;
  readonly refundOf: string;
  readonly metadata: readonly MetadataRow[];
  readonly settle: boolean;
}

export const NO_DRAFT: TransactionDraft = {
  type: 'payment',
  amount: '',
  reference: '',
  refundOf: '',
  metadata: [],
  settle: false,
};

interface Owner {
  readonly accountId: string;
  readonly currency: string;
}

/** The request, without the fields that were left empty. Undefined without an amount. */
export function requestOf(
  draft: TransactionDraft,
  { accountId, currency }: Owner,
): CreateTransaction | undefined {
  const amount = parseAmount(draft.amount, currency);
  if (amount === undefined || amount === 0) return undefined;
  const { type, settle } = draft;
  const reference = draft.reference.trim();
  const refundOf = draft.refundOf.trim();
  const metadata = metadataChanges({}, draft.metadata);
  return {
    account_id: accountId,
    type,
    amount,
    currency,
    ...(reference !== '' && { reference }),
    ...(type === 'refund' && refundOf !== '' && { refund_of: refundOf }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(settle && { settle }),
  };
}
