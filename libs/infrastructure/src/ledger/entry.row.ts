import type { Entry } from '@florin/ledger';
import { column, idColumn, timeColumn } from './columns.js';
import { change, type SqlClient } from './sql-client.js';

const INSERT = {
  name: 'entries_insert',
  text: `INSERT INTO entries (account_id, transaction_id, line, currency, amount, posted_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])`,
};

export async function insertEntries(sql: SqlClient, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await change(sql, INSERT, entries.length, [
    idColumn(entries, ({ accountId }) => accountId),
    idColumn(entries, ({ transactionId }) => transactionId),
    column(entries, ({ line }) => line),
    column(entries, ({ currency }) => currency),
    column(entries, ({ amount }) => amount),
    timeColumn(entries, ({ postedAt }) => postedAt),
  ]);
}
