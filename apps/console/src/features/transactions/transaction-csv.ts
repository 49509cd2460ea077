import type { TransactionListItem } from '@florin/client';
import { amountText } from '../../common/amounts.js';
import { csvText } from '../../common/csv.js';

/** In this order, with the names of the API. The amount has the decimals of its currency, and once more minor units. */
const COLUMNS: Readonly<Record<string, (row: TransactionListItem) => string>> = {
  id: ({ id }) => id,
  account_id: ({ account_id }) => account_id,
  created_at: ({ created_at }) => created_at,
  ended_at: ({ ended_at }) => ended_at ?? '',
  type: ({ type }) => type,
  status: ({ status }) => status,
  currency: ({ currency }) => currency,
  amount: ({ amount, currency }) => amountText(amount, currency),
  amount_minor: ({ amount }) => String(amount),
  reference: ({ reference }) => reference ?? '',
  refund_of: ({ refund_of }) => refund_of ?? '',
  transfer_id: ({ transfer_id }) => transfer_id ?? '',
  refund_id: ({ refund_id }) => refund_id ?? '',
  failure_reason: ({ failure_reason }) => failure_reason ?? '',
  metadata: ({ metadata }) => (Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata)),
};

export const transactionCsv = (transactions: readonly TransactionListItem[]): string =>
  csvText([
    Object.keys(COLUMNS),
    ...transactions.map((row) => Object.values(COLUMNS).map((textOf) => textOf(row))),
  ]);
