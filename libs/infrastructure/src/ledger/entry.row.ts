import type { Entry } from '@florin/ledger';
import { idColumn, integerColumn, timeColumn, wordColumn } from '../postgres/array-columns.js';
import type { Prepared } from '../postgres/named-query.js';

const INSERT = {
  name: 'entries_insert',
  text: `INSERT INTO entries (account_id, transaction_id, line, currency, amount, posted_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])`,
};

export function insertionOfEntries(entries: readonly Entry[]): Prepared[] {
  if (entries.length === 0) return [];
  const values = [
    idColumn(entries, ({ accountId }) => accountId),
    idColumn(entries, ({ transactionId }) => transactionId),
    wordColumn(entries, ({ line }) => line),
    wordColumn(entries, ({ currency }) => currency),
    integerColumn(entries, ({ amount }) => amount),
    timeColumn(entries, ({ postedAt }) => postedAt),
  ];
  return [{ ...INSERT, values }];
}
