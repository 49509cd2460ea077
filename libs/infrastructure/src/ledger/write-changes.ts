import type { Changes } from '@florin/ledger';
import { updateBooks } from './book.row.js';
import { insertEntries } from './entry.row.js';
import { insertEvents } from './event.row.js';
import type { SqlClient } from './sql-client.js';
import { insertTransactions, updateTransactions } from './transaction.row.js';

/**
 * Everything but the keys, one statement for each table. Whoever calls holds the locks on the books. The statements
 * are sent one behind the other without waiting: the server works through them in this order, and after the first
 * that fails it refuses the rest.
 */
export async function writeChanges(sql: SqlClient, changes: Omit<Changes, 'keys'>): Promise<void> {
  await Promise.all([
    insertTransactions(sql, changes.added),
    updateTransactions(sql, changes.changed),
    updateBooks(sql, changes.books),
    insertEntries(sql, changes.entries),
    insertEvents(sql, changes.events),
  ]);
}
