import { CURSOR } from '../../common/search.js';

/** The filters and the cursor in the address of a list of transactions. */
export const TRANSACTION_SEARCH = [
  'status',
  'type',
  'reference',
  'amount_min',
  'amount_max',
  'date_from',
  'date_to',
  ...CURSOR,
] as const;

/** Of the list of all accounts. */
export const ALL_TRANSACTIONS_SEARCH = [...TRANSACTION_SEARCH, 'account_id'] as const;
