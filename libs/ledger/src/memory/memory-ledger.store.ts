import type {
  AccountId,
  CursorPage,
  CursorRequest,
  EventEnvelope,
  EventId,
  TransactionId,
  TransferId,
} from '@florin/kernel';
import { newestFirstPage } from '@florin/kernel/memory';
import { keyText, type ReadSet } from '../batch/command.js';
import {
  type Changes,
  type BatchDecision,
  type StoredResponse,
  type LedgerState,
  LedgerStore,
} from '../batch/ledger.store.js';
import type { Balance } from '../balance/balance.js';
import { BalanceReader } from '../balance/balance.reader.js';
import type { Entry } from '../entry/entry.js';
import { EntryReader } from '../entry/entry.reader.js';
import { type EventFilter, EventReader } from '../event/event.reader.js';
import { refundedBy } from '../transaction/refund.js';
import { type DueTransaction, DueTransactionReader } from '../transaction/settle-due-transactions.js';
import type { Transaction } from '../transaction/transaction.js';
import { type TransactionFilter, TransactionReader } from '../transaction/transaction.reader.js';
import { type Transfer, transferOf } from '../transfer/transfer.js';
import { type TransferFilter, TransferReader } from '../transfer/transfer.reader.js';

/** The ledger's tables in memory. */
export class MemoryTables {
  readonly balances = new Map<AccountId, Balance>();
  readonly transactions = new Map<TransactionId, Transaction>();
  readonly entries: Entry[] = [];
  readonly events: EventEnvelope[] = [];
  readonly responses = new Map<string, StoredResponse>();
}

/** Runs one write at a time, like a lock on all balances. */
export class MemoryLedgerStore extends LedgerStore {
  private lastWrite: Promise<unknown> = Promise.resolve();

  constructor(readonly tables = new MemoryTables()) {
    super();
  }

  write<Result>(readSet: ReadSet, decide: (state: LedgerState) => BatchDecision<Result>): Promise<Result> {
    const written = this.lastWrite.then(() => {
      const { changes, result } = decide(this.read(readSet));
      this.apply(changes);
      return result;
    });
    this.lastWrite = written.catch(() => undefined);
    return written;
  }

  /** Returns only the read set, so that a test fails if it is incomplete. */
  private read(readSet: ReadSet): LedgerState {
    const { transactions, balances, responses, events } = this.tables;
    const isSideOf = new Set<TransferId | undefined>(readSet.transferIds);
    const resolved = [...transactions.values()].filter(
      ({ id, transferId }) =>
        readSet.idsWithoutAccount.includes(id) || (transferId !== undefined && isSideOf.has(transferId)),
    );
    const found = [
      ...readSet.transactions.map(({ accountId, id }) => ofAccount(transactions.get(id), accountId)),
      ...resolved,
    ].filter((transaction) => transaction !== undefined);
    const accountIds = [...readSet.accountIds, ...resolved.map(({ accountId }) => accountId)];
    const stored = readSet.keys.map((key) => [keyText(key), responses.get(keyText(key))] as const);
    return {
      balances: pick(balances, accountIds),
      transactions: new Map(found.map((transaction) => [transaction.id, transaction])),
      refunded: new Map(readSet.refundedIds.map((id) => [id, this.sumRefunds(id)])),
      responses: new Map(
        stored.filter((pair): pair is readonly [string, StoredResponse] => pair[1] !== undefined),
      ),
      newestEvents: newestOf(accountIds, readSet.minEventId, events),
    };
  }

  private sumRefunds(paymentId: TransactionId): number {
    const refunds = [...this.tables.transactions.values()].filter(({ refundOf }) => refundOf === paymentId);
    return refunds.reduce((sum, refund) => sum + refundedBy(refund), 0);
  }

  private apply(changes: Changes): void {
    for (const balance of changes.balances) this.tables.balances.set(balance.accountId, balance);
    for (const transaction of [...changes.added, ...changes.changed]) {
      this.tables.transactions.set(transaction.id, transaction);
    }
    this.tables.entries.push(...changes.entries);
    this.tables.events.push(...changes.events);
    for (const { key, fingerprint, response } of changes.keys)
      this.tables.responses.set(keyText(key), { fingerprint, response });
  }
}

export class MemoryTransactionReader extends TransactionReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  find(id: TransactionId, accountId: AccountId | undefined): Promise<Transaction | undefined> {
    const found = this.tables.transactions.get(id);
    return Promise.resolve(accountId === undefined || found?.accountId === accountId ? found : undefined);
  }

  list(filter: TransactionFilter, request: CursorRequest<TransactionId>): Promise<CursorPage<Transaction>> {
    const { accountId, status, type, reference, amountMin, amountMax, refundOf, from, until } = filter;
    const matching = [...this.tables.transactions.values()].filter(
      (transaction) =>
        (accountId === undefined || transaction.accountId === accountId) &&
        (status === undefined || transaction.status === status) &&
        (type === undefined || transaction.type === type) &&
        (reference === undefined || transaction.reference === reference) &&
        (amountMin === undefined || transaction.amount >= amountMin) &&
        (amountMax === undefined || transaction.amount <= amountMax) &&
        (refundOf === undefined || transaction.refundOf === refundOf) &&
        (from === undefined || transaction.createdAt >= from) &&
        (until === undefined || transaction.createdAt < until),
    );
    return Promise.resolve(newestFirstPage(matching, request));
  }
}

export class MemoryTransferReader extends TransferReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  find(id: TransferId, accountId: AccountId | undefined): Promise<Transfer | undefined> {
    return Promise.resolve(this.seenBy(accountId).find((transfer) => transfer.id === id));
  }

  list(
    { accountId, status }: TransferFilter,
    request: CursorRequest<TransferId>,
  ): Promise<CursorPage<Transfer>> {
    const matching = this.seenBy(accountId).filter(
      (transfer) => status === undefined || transfer.status === status,
    );
    return Promise.resolve(newestFirstPage(matching, request));
  }

  private seenBy(accountId: AccountId | undefined): Transfer[] {
    const sides = [...this.tables.transactions.values()].filter(
      (side) =>
        side.transferId !== undefined &&
        (accountId === undefined ? side.type === 'payment' : side.accountId === accountId),
    );
    return sides.map(transferOf);
  }
}

export class MemoryEntryReader extends EntryReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  list(accountId: AccountId, transactionId: TransactionId): Promise<readonly Entry[]> {
    return Promise.resolve(
      this.tables.entries.filter(
        (entry) => entry.accountId === accountId && entry.transactionId === transactionId,
      ),
    );
  }
}

export class MemoryBalanceReader extends BalanceReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  find(accountId: AccountId): Promise<Balance | undefined> {
    return Promise.resolve(this.tables.balances.get(accountId));
  }
}

export class MemoryEventReader extends EventReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  list(
    accountId: AccountId | undefined,
    request: CursorRequest<EventId>,
    { type, subjectId }: EventFilter = {},
  ): Promise<CursorPage<EventEnvelope>> {
    const matching = this.tables.events.filter(
      (event) =>
        (accountId === undefined || event.accountId === accountId) &&
        (type === undefined || event.type === type) &&
        (subjectId === undefined || event.subjectId === subjectId),
    );
    return Promise.resolve(newestFirstPage(matching, request));
  }
}

export class MemoryDueTransactionReader extends DueTransactionReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  findPending(createdUntil: Date, limit: number, after?: TransactionId): Promise<readonly DueTransaction[]> {
    const due = [...this.tables.transactions.values()].filter(
      ({ id, status, type, transferId, refundId, createdAt }) =>
        status === 'pending' &&
        (transferId === undefined || type === 'payment') &&
        refundId === undefined &&
        createdAt <= createdUntil &&
        (after === undefined || id > after),
    );
    return Promise.resolve(due.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit));
  }
}

const ofAccount = (transaction: Transaction | undefined, accountId: AccountId): Transaction | undefined =>
  transaction?.accountId === accountId ? transaction : undefined;

function newestOf(
  accountIds: readonly AccountId[],
  from: EventId,
  events: readonly EventEnvelope[],
): Map<AccountId, EventId> {
  const newest = new Map(accountIds.map((accountId) => [accountId, from]));
  for (const { accountId, id } of events) {
    if (id > (newest.get(accountId) ?? id)) newest.set(accountId, id);
  }
  return newest;
}

function pick<Key, Value>(from: ReadonlyMap<Key, Value>, keys: readonly Key[]): Map<Key, Value> {
  const picked = new Map<Key, Value>();
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}
