import type { Changes } from '@florin/ledger';
import { updateBooks } from './book.row.js';
import { insertEntries } from './entry.row.js';
import { insertEvents } from './event.row.js';
import type { SqlClient } from './sql-client.js';
import { insertTransactions, updateTransactions } from './transaction.row.js';

/** Everything but the keys, one statement for each table. Whoever calls holds the locks on the books. */
export async function writeChanges(sql: SqlClient, changes: Omit<Changes, 'keys'>): Promise<void> {
  await insertTransactions(sql, changes.added);
  await updateTransactions(sql, changes.changed);
  await updateBooks(sql, changes.books);
  await insertEntries(sql, changes.entries);
  await insertEvents(sql, changes.events);
}
