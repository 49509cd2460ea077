import {
  type AccountId,
  MonotonicIds,
  notBefore,
  type EventEnvelope,
  type IdempotencyKey,
  type Ids,
  type JsonObject,
  placesOf,
  SYSTEM_ACTOR,
  sortsAbove,
  type TransactionId,
  type TransferId,
} from '@florin/kernel';
import { amountsOf, type Balance } from '../balance/balance.js';
import { type Entry, post } from '../entry/entry.js';
import { refundedBy } from '../transaction/refund.js';
import type { Transaction, TransactionEvent } from '../transaction/transaction.js';
import type { TransferSides } from '../transfer/transfer.js';
import { keyText } from './command.js';
import type { Changes, StoredResponse, LedgerState, NewIdempotencyKey } from './ledger.store.js';

interface RecordedEvents {
  readonly events: readonly TransactionEvent[];
  readonly at: Date;
  readonly actor: string | undefined;
}

/** The rows read, overlaid with the changes of the batch so far. */
export class WorkingState {
  private balances = new Map<AccountId, Balance>();
  private added = new Map<TransactionId, Transaction>();
  private changed = new Map<TransactionId, Transaction>();
  private refunds = new Map<TransactionId, number>();
  private readonly keys = new Map<string, NewIdempotencyKey>();
  private entries: Entry[] = [];
  private events: EventEnvelope[] = [];
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

  /** Undefined if the transfer is outside the caller's account scope. */
  transfer(id: TransferId, accountScope: AccountId | undefined): TransferSides | undefined {
    const sides = [...this.read.transactions.values(), ...this.added.values()]
      .filter(({ transferId }) => transferId === id)
      .map((side) => this.changed.get(side.id) ?? side);
    const source = sides.find(({ type }) => type === 'payment');
    const destination = sides.find(({ type }) => type === 'credit');
    if (source === undefined || destination === undefined) return undefined;
    const isVisible = accountScope === undefined || sides.some(({ accountId }) => accountId === accountScope);
    return isVisible ? { source, destination } : undefined;
  }

  refunded(paymentId: TransactionId): number {
    return this.refunds.get(paymentId) ?? this.read.refunded.get(paymentId) ?? 0;
  }

  response(key: IdempotencyKey): StoredResponse | undefined {
    for (const text of placesOf(key).map(keyText)) {
      const stored = this.keys.get(text) ?? this.read.responses.get(text);
      if (stored !== undefined) return stored;
    }
    return undefined;
  }

  storeResponse(key: IdempotencyKey, response: JsonObject): void {
    for (const place of placesOf(key))
      this.keys.set(keyText(place), { key: place, fingerprint: key.fingerprint, response });
  }

  nextId(accountId: AccountId): TransactionId {
    return this.monotonicIds.next('txn', accountId);
  }

  /** Sorts above the events of both accounts. */
  nextTransferId(...accountIds: readonly [AccountId, AccountId]): TransferId {
    const [first, second] = accountIds.map((accountId) => this.monotonicIds.next('trf', accountId)) as [
      TransferId,
      TransferId,
    ];
    return sortsAbove(first, second) ? first : second;
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
    const posted = post(balance, transaction);
    this.balances.set(balance.accountId, posted.balance);
    this.entries.push(...posted.entries);
  }

  /** Forgets what `decide` has changed if it throws. */
  atomically<Result>(decide: () => Result): Result {
    const rollBack = this.savepoint();
    try {
      return decide();
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  /** Forgets what `decide` has changed. */
  withoutEffect<Result>(decide: () => Result): Result {
    const rollBack = this.savepoint();
    try {
      return decide();
    } finally {
      rollBack();
    }
  }

  private savepoint(): () => void {
    const { balances, added, changed, refunds, entries, events } = this;
    this.balances = new Map(balances);
    this.added = new Map(added);
    this.changed = new Map(changed);
    this.refunds = new Map(refunds);
    this.entries = [...entries];
    this.events = [...events];
    return () => {
      Object.assign(this, { balances, added, changed, refunds, entries, events });
    };
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
      // A transaction keeps its own time after a clock that was far ahead; the log stays in the order of time.
      const occurredAt = notBefore(balance.updatedAt, at);
      this.events.push({
        id: this.monotonicIds.nextEvent(accountId, subjectId, occurredAt),
        type,
        accountId,
        subjectId,
        data,
        balance: amountsOf(balance),
        occurredAt,
        actor,
      });
    }
  }
}
