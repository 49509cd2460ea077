import {
  type AccountId,
  MonotonicIds,
  type EventEnvelope,
  type IdempotencyKey,
  type Ids,
  type JsonObject,
  SYSTEM_ACTOR,
  type TransactionId,
} from '@florin/kernel';
import { amountsOf, type Balance } from '../balance/balance.js';
import { entriesOf, type Entry } from '../entry/entry.js';
import { refundedBy } from '../transaction/refund.js';
import type { Transaction, TransactionEvent } from '../transaction/transaction.js';
import { keyText } from './command.js';
import type { Changes, StoredResponse, LedgerState, NewIdempotencyKey } from './ledger.store.js';

interface RecordedEvents {
  readonly events: readonly TransactionEvent[];
  readonly at: Date;
  readonly actor: string | undefined;
}

/** The rows read, overlaid with the changes of the batch so far. */
export class WorkingState {
  private readonly balances = new Map<AccountId, Balance>();
  private readonly added = new Map<TransactionId, Transaction>();
  private readonly changed = new Map<TransactionId, Transaction>();
  private readonly refunds = new Map<TransactionId, number>();
  private readonly keys = new Map<string, NewIdempotencyKey>();
  private readonly entries: Entry[] = [];
  private readonly events: EventEnvelope[] = [];
  private readonly monotonicIds: MonotonicIds;

  constructor(
    private readonly read: LedgerState,
    ids: Ids,
  ) {
    this.monotonicIds = new MonotonicIds(ids, read.newestEvents);
  }

  balance(accountId: AccountId): Balance | undefined {
    return this.balances.get(accountId) ?? this.read.balances.get(accountId);
  }

  requireBalance(accountId: AccountId): Balance {
    const balance = this.balance(accountId);
    if (balance === undefined) throw new Error(`No balance was read for ${accountId}`);
    return balance;
  }

  /** Undefined if the transaction is outside the caller's account scope. */
  transaction(id: TransactionId, accountScope: AccountId | undefined): Transaction | undefined {
    const found = this.changed.get(id) ?? this.added.get(id) ?? this.read.transactions.get(id);
    return found !== undefined && (accountScope === undefined || found.accountId === accountScope)
      ? found
      : undefined;
  }

  refunded(paymentId: TransactionId): number {
    return this.refunds.get(paymentId) ?? this.read.refunded.get(paymentId) ?? 0;
  }

  response(key: IdempotencyKey): StoredResponse | undefined {
    const text = keyText(key);
    return this.keys.get(text) ?? this.read.responses.get(text);
  }

  storeResponse(key: IdempotencyKey, response: JsonObject): void {
    this.keys.set(keyText(key), { key, fingerprint: key.fingerprint, response });
  }

  nextId(accountId: AccountId): TransactionId {
    return this.monotonicIds.next('txn', accountId);
  }

  add(transaction: Transaction, balance: Balance, recorded: RecordedEvents): void {
    this.added.set(transaction.id, transaction);
    this.balances.set(balance.accountId, balance);
    this.addRefund(transaction, refundedBy(transaction));
    this.recordEvents(recorded);
  }

  change(before: Transaction, after: Transaction, recorded: RecordedEvents): void {
    this.changed.set(after.id, after);
    this.addRefund(after, refundedBy(after) - refundedBy(before));
    this.recordEvents(recorded);
  }

  post(transaction: Transaction, balance: Balance): void {
    this.balances.set(balance.accountId, balance);
    this.entries.push(...entriesOf(transaction));
  }

  changes(): Changes {
    return {
      balances: [...this.balances.values()],
      added: [...this.added.values()],
      changed: [...this.changed.values()],
      entries: this.entries,
      events: this.events,
      keys: [...this.keys.values()],
    };
  }

  private addRefund({ refundOf }: Transaction, difference: number): void {
    if (refundOf !== undefined) this.refunds.set(refundOf, this.refunded(refundOf) + difference);
  }

  private recordEvents({ events, at, actor = SYSTEM_ACTOR }: RecordedEvents): void {
    for (const { type, accountId, subjectId, data } of events) {
      const balance = this.requireBalance(accountId);
      // Written also when unchanged: its row keeps the head of the event log.
      this.balances.set(accountId, balance);
      this.events.push({
        id: this.monotonicIds.next('evt', accountId),
        type,
        accountId,
        subjectId,
        data,
        balance: amountsOf(balance),
        occurredAt: at,
        actor,
      });
    }
  }
}
