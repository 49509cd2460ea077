import type { Changes } from '@florin/ledger';
import type { Prepared } from '../postgres/named-query.js';
import { updateOfBooks } from './book.row.js';
import { insertionOfEntries } from './entry.row.js';
import { insertionOfEvents } from './event.row.js';
import { insertionOfTransactions, updateOfTransactions } from './transaction.row.js';

/** Everything but the keys, one statement for each table. Whoever sends them holds the locks on the books. */
export const writesOf = (changes: Omit<Changes, 'keys'>): Prepared[] => [
  ...insertionOfTransactions(changes.added),
  ...updateOfTransactions(changes.changed),
  ...updateOfBooks(changes.books),
  ...insertionOfEntries(changes.entries),
  ...insertionOfEvents(changes.events),
];
