import { idFromUuid, type Prefix } from '@florin/kernel';

const PREFIX_OF_COLUMN: Readonly<Record<string, Prefix>> = {
  account_id: 'acct',
  transaction_id: 'txn',
  payment_transaction_id: 'txn',
  refunded_transaction_id: 'txn',
  other_transaction_id: 'txn',
  transfer_id: 'trf',
  payment_id: 'pay',
  refund_id: 're',
  latest_payment_id: 'pay',
  subscription_id: 'sub',
  event_id: 'evt',
  head_event_id: 'evt',
  newest_event_id: 'evt',
};

/** Replaces the uuids of a database row by the ids of the API. */
export const withPublicIds = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const prefix = PREFIX_OF_COLUMN[name];
      return [name, prefix !== undefined && typeof value === 'string' ? idFromUuid(prefix, value) : value];
    }),
  );
