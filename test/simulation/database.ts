import type { Account } from '@florin/accounts';
import type { ApiKey, AuditEntry, Session, User } from '@florin/identity';
import type { EventEnvelope, JsonObject, PaymentRequestId } from '@florin/kernel';
import type { Balance, Entry, Transaction } from '@florin/ledger';
import type { Attempt, Bill, PaymentRequest, Refund, Subscription } from '@florin/payments';
import { Locks } from './locks.js';

export interface StoredResponse {
  readonly fingerprint: string;
  readonly response: JsonObject;
  readonly storedAt: number;
}

/** The row type of each table. Rows are immutable. */
export interface Row {
  users: User;
  sessions: Session;
  apiKeys: ApiKey;
  audit: AuditEntry;
  accounts: Account;
  balances: Balance;
  transactions: Transaction;
  entries: Entry;
  events: EventEnvelope;
  requests: PaymentRequest;
  pages: PaymentRequestId;
  attempts: Attempt;
  refunds: Refund;
  subscriptions: Subscription;
  bills: Bill;
  storedResponses: StoredResponse;
}
export type TableName = keyof Row;
export type Tables = { readonly [Name in TableName]: Map<string, Row[Name]> };

const emptyTables = (): Tables => ({
  users: new Map(),
  sessions: new Map(),
  apiKeys: new Map(),
  audit: new Map(),
  accounts: new Map(),
  balances: new Map(),
  transactions: new Map(),
  entries: new Map(),
  events: new Map(),
  requests: new Map(),
  pages: new Map(),
  attempts: new Map(),
  refunds: new Map(),
  subscriptions: new Map(),
  bills: new Map(),
  storedResponses: new Map(),
});

/** One row before and after a commit. */
export type Change = {
  [Name in TableName]: {
    readonly table: Name;
    readonly key: string;
    readonly before: Row[Name] | undefined;
    readonly after: Row[Name] | undefined;
  };
}[TableName];

/** Called after each commit with its changes. An error that it throws is a finding. */
export type CommitObserver = (changes: readonly Change[]) => void;

/** The committed rows and the row locks. */
export class Database {
  readonly tables = emptyTables();
  readonly locks = new Locks();
  commits = 0;

  constructor(
    private readonly onCommit: CommitObserver,
    readonly now: () => number,
  ) {}

  commit(writes: ReadonlyMap<TableName, ReadonlyMap<string, unknown>>): void {
    const changes: Change[] = [];
    for (const [table, rows] of writes) {
      const committed = this.tables[table] as Map<string, unknown>;
      for (const [key, after] of rows) {
        changes.push({ table, key, before: committed.get(key), after } as Change);
        if (after === undefined) committed.delete(key);
        else committed.set(key, after);
      }
    }
    if (changes.length === 0) return;
    this.commits += 1;
    this.onCommit(changes);
  }
}
