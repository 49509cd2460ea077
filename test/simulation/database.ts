import type { Account } from '@florin/accounts';
import type { ApiKey, AuditEntry, Session, User } from '@florin/identity';
import type { EventEnvelope, JsonObject, PaymentRequestId } from '@florin/kernel';
import type { Balance, Entry, Transaction } from '@florin/ledger';
import type { Attempt, Bill, PaymentRequest, Subscription } from '@florin/payments';
import { Locks } from './locks.js';

export interface StoredResponse {
  readonly fingerprint: string;
  readonly response: JsonObject;
  readonly keptAt: number;
}

/** What a table holds. Rows are never changed in place. */
export interface Row {
  users: User;
  sessions: Session;
  apiKeys: ApiKey;
  audit: AuditEntry;
  accounts: Account;
  books: Balance;
  transactions: Transaction;
  entries: Entry;
  events: EventEnvelope;
  requests: PaymentRequest;
  pages: PaymentRequestId;
  attempts: Attempt;
  subscriptions: Subscription;
  bills: Bill;
  answers: StoredResponse;
}
export type TableName = keyof Row;
export type Tables = { readonly [Name in TableName]: Map<string, Row[Name]> };

const emptyTables = (): Tables => ({
  users: new Map(),
  sessions: new Map(),
  apiKeys: new Map(),
  audit: new Map(),
  accounts: new Map(),
  books: new Map(),
  transactions: new Map(),
  entries: new Map(),
  events: new Map(),
  requests: new Map(),
  pages: new Map(),
  attempts: new Map(),
  subscriptions: new Map(),
  bills: new Map(),
  answers: new Map(),
});

/** One row as it was before a commit and as it is after it. */
export type Change = {
  [Name in TableName]: {
    readonly table: Name;
    readonly key: string;
    readonly before: Row[Name] | undefined;
    readonly after: Row[Name] | undefined;
  };
}[TableName];

/** Told of each commit, with all that it changed. What it throws is a finding. */
export type CommitObserver = (changes: readonly Change[]) => void;

/** What is committed, and who holds which row. */
export class Database {
  readonly tables = emptyTables();
  readonly locks = new Locks();
  /** Counts commits, so that one can tell whether anything happened meanwhile. */
  version = 0;

  constructor(
    private readonly onCommit: CommitObserver,
    readonly now: () => number,
  ) {}

  commit(writes: ReadonlyMap<TableName, ReadonlyMap<string, unknown>>): void {
    const changes: Change[] = [];
    for (const [table, rows] of writes) {
      const kept = this.tables[table] as Map<string, unknown>;
      for (const [key, after] of rows) {
        changes.push({ table, key, before: kept.get(key), after } as Change);
        if (after === undefined) kept.delete(key);
        else kept.set(key, after);
      }
    }
    if (changes.length === 0) return;
    this.version += 1;
    this.onCommit(changes);
  }
}
