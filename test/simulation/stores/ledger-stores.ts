import {
  type AccountId,
  type Currency,
  DAY_MS,
  type DomainEvent,
  DomainError,
  type EventEnvelope,
  type EventId,
  AccountIds,
  type Ids,
  type TransactionId,
} from '@florin/kernel';
import {
  type Book,
  changeCurrency,
  type Changes,
  cancelPending,
  closeBook,
  creditBook,
  type Decided,
  type DueTransaction,
  DueTransactions,
  freezeBook,
  keyText,
  type LedgerState,
  LedgerStore,
  type Needs,
  openBook,
  type SettledCredit,
  thawBook,
  type Transaction,
} from '@florin/ledger';
import type { KeptAnswer } from '../database.js';
import { type Process, RunAgain } from '../process.js';
import type { SqlTransaction } from '../sql-transaction.js';
import { keyOf } from './unit-of-work.js';

/** A command with this reference is one that no store can write. */
export const UNWRITABLE = 'unwritable';

export class SimulatedLedgerStore extends LedgerStore {
  constructor(private readonly process: Process) {
    super();
  }

  write<Result>(needs: Needs, decide: (state: LedgerState) => Decided<Result>): Promise<Result> {
    return this.process.inSqlTransaction(async (sql) => {
      const { database, faults } = this.process.world;
      const isHeld = () => faults.happens('a book is held for long');
      const { changes, result } = decide(await readLocked(sql, needs, database.now(), isHeld));
      if (changes.added.some(({ reference }) => reference === UNWRITABLE)) {
        throw new Error('This value cannot be written.');
      }
      await writeChanges(sql, changes);
      await this.keepAnswers(sql, changes);
      return result;
    });
  }

  private async keepAnswers(sql: SqlTransaction, { keys }: Changes): Promise<void> {
    const keptAt = this.process.world.database.now();
    for (const { key, fingerprint, answer } of keys) {
      await sql.claim(`key ${keyOf(key)}`);
      // An answer is never kept twice: another request was first, and the batch is decided anew in its light.
      if (isFresh(sql.see('answers', keyOf(key)), keptAt)) throw new RunAgain();
      await sql.write('answers', keyOf(key), { fingerprint, answer, keptAt });
    }
  }
}

const isFresh = (kept: KeptAnswer | undefined, now: number): kept is KeptAnswer =>
  kept !== undefined && now - kept.keptAt < DAY_MS;

/**
 * Locks first, in the order of account ids: whatever is read after that stays as it is until the commit. Books that
 * somebody else holds are not had at all.
 */
async function readLocked(
  sql: SqlTransaction,
  needs: Needs,
  now: number,
  isHeld: () => boolean,
): Promise<LedgerState> {
  const placed = await sql.select('transactions', ({ id }) => needs.unplacedIds.includes(id));
  const accountIds = new Set([...needs.accountIds, ...placed.map(({ accountId }) => accountId)]);
  const locked = new Set([...accountIds].filter((id) => sql.see('books', id) !== undefined && isHeld()));
  const books = await sql.lockWhere(
    'books',
    ({ accountId }) => accountIds.has(accountId) && !locked.has(accountId),
  );
  const wanted = new Set([...needs.transactions, ...placed].map(({ id }) => id));
  const transactions = await sql.select('transactions', ({ id }) => wanted.has(id));
  const refunds = await sql.select(
    'transactions',
    ({ refundOf, status }) =>
      refundOf !== undefined &&
      needs.refundedIds.includes(refundOf) &&
      (status === 'pending' || status === 'succeeded'),
  );
  const answers = needs.keys.flatMap((key) => {
    const kept = sql.see('answers', keyOf(key));
    return isFresh(kept, now) ? [[keyText(key), kept] as const] : [];
  });
  const refunded = new Map(
    needs.refundedIds.map((paymentId) => {
      const own = refunds.filter(({ refundOf }) => refundOf === paymentId);
      return [paymentId, own.reduce((sum, { amount }) => sum + amount, 0)];
    }),
  );
  return {
    books: new Map(books.map((book) => [book.accountId, book])),
    locked,
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    answers: new Map(answers),
    newestEvents: await newestEvents(sql, accountIds, needs.eventsFrom),
  };
}

async function writeChanges(sql: SqlTransaction, changes: Omit<Changes, 'keys'>): Promise<void> {
  for (const added of changes.added) await sql.write('transactions', added.id, added);
  for (const changed of changes.changed) await sql.write('transactions', changed.id, changed);
  for (const book of changes.books) await sql.write('books', book.accountId, book);
  for (const entry of changes.entries)
    await sql.writeNow('entries', `${entry.transactionId} ${entry.line}`, entry);
  for (const event of changes.events) await sql.writeNow('events', event.id, event);
}

async function newestEvents(
  sql: SqlTransaction,
  accountIds: ReadonlySet<AccountId>,
  from: EventId,
): Promise<Map<AccountId, EventId>> {
  const events = await sql.select('events', ({ id, accountId }) => id >= from && accountIds.has(accountId));
  const inOrder = events.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const newest = new Map([...accountIds].map((accountId) => [accountId, from]));
  for (const { accountId, id } of inOrder) newest.set(accountId, id);
  return newest;
}

/** Draws ids for what is new with accounts, while nobody else tells of them. */
async function idsFor(
  sql: SqlTransaction,
  ids: Ids,
  accountIds: ReadonlySet<AccountId>,
): Promise<AccountIds> {
  for (const accountId of accountIds) await sql.lock('books', accountId);
  return new AccountIds(ids, await newestEvents(sql, accountIds, ids.next('evt')));
}

async function numbered(
  sql: SqlTransaction,
  ids: Ids,
  events: readonly DomainEvent[],
  occurredAt: Date,
): Promise<EventEnvelope[]> {
  const drawn = await idsFor(sql, ids, new Set(events.map(({ accountId }) => accountId)));
  return events.map((event) => ({
    ...event,
    id: drawn.nextEvent(event.accountId, event.subjectId),
    occurredAt,
    actor: undefined,
  }));
}

/** Writes events beside the change they tell of. */
export async function appendEvents(
  sql: SqlTransaction,
  ids: Ids,
  events: readonly DomainEvent[],
  occurredAt: Date,
): Promise<void> {
  for (const event of await numbered(sql, ids, events, occurredAt))
    await sql.writeNow('events', event.id, event);
}

/** What becomes of a book when something becomes of its account, in the SQL transaction of whoever decided that. */
export class SimulatedBooks {
  constructor(
    private readonly sql: SqlTransaction,
    private readonly ids: Ids,
  ) {}

  async open(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.save(openBook(accountId, currency, now));
  }

  async lock(accountId: AccountId): Promise<Book> {
    const book = await this.sql.lock('books', accountId);
    if (book === undefined) throw new DomainError('not_found', 'There is no such account.');
    return book;
  }

  async idsFor(accountId: AccountId): Promise<Ids> {
    return (await idsFor(this.sql, this.ids, new Set([accountId]))).of(accountId);
  }

  async setState(accountId: AccountId, state: 'open' | 'frozen', now: Date): Promise<void> {
    const book = await this.lock(accountId);
    if (book.state !== state) await this.save(state === 'open' ? thawBook(book, now) : freezeBook(book, now));
  }

  async changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.save(changeCurrency(await this.lock(accountId), currency, now));
  }

  async close(accountId: AccountId, now: Date): Promise<void> {
    const locked = await this.lock(accountId);
    const pending = await this.sql.select(
      'transactions',
      (transaction) => transaction.accountId === accountId && transaction.status === 'pending',
    );
    const { book, canceled, events } = cancelPending(locked, pending, now);
    await writeChanges(this.sql, {
      books: [closeBook(book, now)],
      added: [],
      changed: canceled,
      entries: [],
      events: await numbered(this.sql, this.ids, events, now),
    });
  }

  async postSettledCredit(credit: SettledCredit, now: Date): Promise<Transaction | undefined> {
    const locked = await this.lock(credit.accountId);
    const ids = await this.idsFor(credit.accountId);
    const credited = creditBook(locked, ids.next('txn'), credit, now);
    if (credited === undefined) return undefined;
    const { book, added, settled, entries, events } = credited;
    await writeChanges(this.sql, {
      books: [book],
      added: [added],
      changed: [settled],
      entries,
      events: await numbered(this.sql, this.ids, events, settled.updatedAt),
    });
    return settled;
  }

  private async save(book: Book): Promise<void> {
    await this.sql.write('books', book.accountId, book);
  }
}

export class SimulatedDueTransactions extends DueTransactions {
  constructor(private readonly process: Process) {
    super();
  }

  async findPending(
    createdUntil: Date,
    limit: number,
    after?: TransactionId,
  ): Promise<readonly DueTransaction[]> {
    await this.process.turn();
    const all = [...this.process.world.database.tables.transactions.values()];
    return all
      .filter(
        ({ id, status, createdAt }) =>
          status === 'pending' && createdAt <= createdUntil && (after === undefined || id > after),
      )
      .sort((left, right) => (left.id < right.id ? -1 : 1))
      .slice(0, limit);
  }
}
