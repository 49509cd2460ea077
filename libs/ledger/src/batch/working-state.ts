import {
  type AccountId,
  AccountIds,
  type EventEnvelope,
  type IdempotencyKey,
  type Ids,
  type JsonObject,
  THE_SERVICE,
  type TransactionId,
} from '@florin/kernel';
import type { Book } from '../book/book.js';
import { entriesOf, type Entry } from '../entry/entry.js';
import { refundedBy } from '../transaction/refund.js';
import type { Transaction, TransactionEvent } from '../transaction/transaction.js';
import { keyText } from './command.js';
import type { Changes, KeptAnswer, LedgerState, NewKey } from './ledger.store.js';

/** What happened, when, and who gave the command. */
interface Told {
  readonly events: readonly TransactionEvent[];
  readonly at: Date;
  readonly actor: string | undefined;
}

/** What was read, overlaid with what the commands of a batch have decided so far. */
export class WorkingState {
  private readonly books = new Map<AccountId, Book>();
  private readonly added = new Map<TransactionId, Transaction>();
  private readonly changed = new Map<TransactionId, Transaction>();
  private readonly refunds = new Map<TransactionId, number>();
  private readonly keys = new Map<string, NewKey>();
  private readonly entries: Entry[] = [];
  private readonly events: EventEnvelope[] = [];
  private readonly accountIds: AccountIds;

  constructor(
    private readonly read: LedgerState,
    ids: Ids,
  ) {
    this.accountIds = new AccountIds(ids, read.newestEvents);
  }

  book(accountId: AccountId): Book | undefined {
    return this.books.get(accountId) ?? this.read.books.get(accountId);
  }

  requireBook(accountId: AccountId): Book {
    const book = this.book(accountId);
    if (book === undefined) throw new Error(`No book was read for ${accountId}`);
    return book;
  }

  /** The transaction, unless it is another account's than the one the caller sees. */
  transaction(id: TransactionId, seenAccount: AccountId | undefined): Transaction | undefined {
    const found = this.changed.get(id) ?? this.added.get(id) ?? this.read.transactions.get(id);
    return found !== undefined && (seenAccount === undefined || found.accountId === seenAccount)
      ? found
      : undefined;
  }

  refunded(paymentId: TransactionId): number {
    return this.refunds.get(paymentId) ?? this.read.refunded.get(paymentId) ?? 0;
  }

  answer(key: IdempotencyKey): KeptAnswer | undefined {
    const text = keyText(key);
    return this.keys.get(text) ?? this.read.answers.get(text);
  }

  keep(key: IdempotencyKey, answer: JsonObject): void {
    this.keys.set(keyText(key), { key, fingerprint: key.fingerprint, answer });
  }

  /** The id of a new transaction, above all that the account has. */
  nextId(accountId: AccountId): TransactionId {
    return this.accountIds.next('txn', accountId);
  }

  add(transaction: Transaction, book: Book, told: Told): void {
    this.added.set(transaction.id, transaction);
    this.books.set(book.accountId, book);
    this.noteRefund(transaction, refundedBy(transaction));
    this.tell(told);
  }

  change(before: Transaction, after: Transaction, told: Told): void {
    this.changed.set(after.id, after);
    this.noteRefund(after, refundedBy(after) - refundedBy(before));
    this.tell(told);
  }

  post(transaction: Transaction, book: Book): void {
    this.books.set(book.accountId, book);
    this.entries.push(...entriesOf(transaction));
  }

  changes(): Changes {
    return {
      books: [...this.books.values()],
      added: [...this.added.values()],
      changed: [...this.changed.values()],
      entries: this.entries,
      events: this.events,
      keys: [...this.keys.values()],
    };
  }

  private noteRefund({ refundOf }: Transaction, difference: number): void {
    if (refundOf !== undefined) this.refunds.set(refundOf, this.refunded(refundOf) + difference);
  }

  private tell({ events, at, actor = THE_SERVICE }: Told): void {
    for (const { type, accountId, subjectId, data } of events) {
      this.events.push({
        id: this.accountIds.next('evt', accountId),
        type,
        accountId,
        subjectId,
        data,
        occurredAt: at,
        actor,
      });
    }
  }
}
