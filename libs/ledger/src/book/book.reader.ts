import type { AccountId } from '@florin/kernel';
import type { Book } from './book.js';

/** Reads of what is committed, outside any write. */
export abstract class BookReader {
  abstract find(accountId: AccountId): Promise<Book | undefined>;
}
