import {
  type AccountId,
  type Currency,
  DAY_MS,
  type DomainEvent,
  DomainError,
  type EventEnvelope,
  type EventId,
  MonotonicIds,
  type Ids,
  type TimedEvent,
  type TransactionId,
  type TransferId,
} from '@florin/kernel';
import {
  type Balance,
  changeCurrency,
  type Changes,
  cancelPending,
  type CanceledPending,
  closeBalance,
  creditBalance,
  type BatchDecision,
  type DueTransaction,
  DueTransactionReader,
  freezeBalance,
  keyText,
  type LedgerState,
  LedgerStore,
  type ReadSet,
  openBalance,
  endRefundHold,
  holdRefund,
  type RefundHold,
  type SettledCredit,
  type Settlement,
  thawBalance,
  type Transaction,
} from '@florin/ledger';
import type { StoredResponse } from '../database.js';
import { type Process, RetrySqlTransaction } from '../process.js';
import type { SqlTransaction } from '../sql-transaction.js';
import { keyOf } from './unit-of-work.js';

/** A write with this reference fails. */
export const UNWRITABLE = 'unwritable';

export class SimulatedLedgerStore extends LedgerStore {
  constructor(private readonly process: Process) {
    super();
  }

  write<Result>(needs: ReadSet, decide: (state: LedgerState) => BatchDecision<Result>): Promise<Result> {
    return this.process.inSqlTransaction(async (sql) => {
      const { database, faults } = this.process.world;
      const isBalanceLocked = () => faults.happens('a balance stays locked');
      const { changes, result } = decide(await readLocked(sql, needs, database.now(), isBalanceLocked));
      if (changes.added.some(({ reference }) => reference === UNWRITABLE)) {
        throw new Error('This value cannot be written.');
      }
      await writeChanges(sql, changes);
      await this.storeResponses(sql, changes);
      return result;
    });
  }

  private async storeResponses(sql: SqlTransaction, { keys }: Changes): Promise<void> {
    const storedAt = this.process.world.database.now();
    for (const { key, fingerprint, response } of keys) {
      await sql.claim(`key ${keyOf(key)}`);
      // A concurrent request has stored its response first: decide the batch again with it.
      if (isFresh(sql.peek('storedResponses', keyOf(key)), storedAt)) throw new RetrySqlTransaction();
      await sql.write('storedResponses', keyOf(key), { fingerprint, response, storedAt });
    }
  }
}

const isFresh = (stored: StoredResponse | undefined, now: number): stored is StoredResponse =>
  stored !== undefined && now - stored.storedAt < DAY_MS;

/**
 * Locks the balances first, in the order of account ids, so that later reads stay valid until the commit. Balances that
 * are locked by another process are left out.
 */
async function readLocked(
  sql: SqlTransaction,
  needs: ReadSet,
  now: number,
  isBalanceLocked: () => boolean,
): Promise<LedgerState> {
  const transferIds = new Set<TransferId | undefined>(needs.transferIds);
  const foundById = await sql.select(
    'transactions',
    ({ id, transferId }) =>
      needs.idsWithoutAccount.includes(id) || (transferId !== undefined && transferIds.has(transferId)),
  );
  const accountIds = new Set([...needs.accountIds, ...foundById.map(({ accountId }) => accountId)]);
  const locked = new Set(
    [...accountIds].filter((id) => sql.peek('balances', id) !== undefined && isBalanceLocked()),
  );
  const balances = await sql.lockWhere(
    'balances',
    ({ accountId }) => accountIds.has(accountId) && !locked.has(accountId),
  );
  const wanted = new Set([...needs.transactions, ...foundById].map(({ id }) => id));
  const transactions = await sql.select('transactions', ({ id }) => wanted.has(id));
  const refunds = await sql.select(
    'transactions',
    ({ refundOf, status }) =>
      refundOf !== undefined &&
      needs.refundedIds.includes(refundOf) &&
      (status === 'pending' || status === 'succeeded'),
  );
  const responses = needs.keys.flatMap((key) => {
    const stored = sql.peek('storedResponses', keyOf(key));
    return isFresh(stored, now) ? [[keyText(key), stored] as const] : [];
  });
  const refunded = new Map(
    needs.refundedIds.map((paymentId) => {
      const own = refunds.filter(({ refundOf }) => refundOf === paymentId);
      return [paymentId, own.reduce((sum, { amount }) => sum + amount, 0)];
    }),
  );
  return {
    balances: new Map(balances.map((balance) => [balance.accountId, balance])),
    locked,
    transactions: new Map(transactions.map((transaction) => [transaction.id, transaction])),
    refunded,
    responses: new Map(responses),
    newestEvents: await newestEvents(sql, accountIds, needs.minEventId),
  };
}

async function writeChanges(sql: SqlTransaction, changes: Omit<Changes, 'keys'>): Promise<void> {
  for (const added of changes.added) await sql.write('transactions', added.id, added);
  for (const changed of changes.changed) await sql.write('transactions', changed.id, changed);
  for (const balance of changes.balances) await sql.write('balances', balance.accountId, balance);
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

/** Locks the balances, so that no other process adds events of these accounts meanwhile. */
async function idsFor(
  sql: SqlTransaction,
  ids: Ids,
  accountIds: ReadonlySet<AccountId>,
): Promise<MonotonicIds> {
  await sql.lockWhere('balances', ({ accountId }) => accountIds.has(accountId));
  return new MonotonicIds(ids, await newestEvents(sql, accountIds, ids.next('evt')));
}

const timed = (events: readonly DomainEvent[], occurredAt: Date): TimedEvent[] =>
  events.map((event) => ({ ...event, occurredAt }));

async function toEnvelopes(
  sql: SqlTransaction,
  ids: Ids,
  events: readonly TimedEvent[],
): Promise<EventEnvelope[]> {
  const monotonicIds = await idsFor(sql, ids, new Set(events.map(({ accountId }) => accountId)));
  return events.map((event) => ({
    ...event,
    id: monotonicIds.nextEvent(event.accountId, event.subjectId, event.occurredAt),
    actor: undefined,
  }));
}

export async function appendEvents(
  sql: SqlTransaction,
  ids: Ids,
  events: readonly DomainEvent[],
  occurredAt: Date,
): Promise<void> {
  for (const event of await toEnvelopes(sql, ids, timed(events, occurredAt)))
    await sql.writeNow('events', event.id, event);
}

/** Changes balances in the SQL transaction of the caller. */
export class SimulatedBalances {
  constructor(
    private readonly sql: SqlTransaction,
    private readonly ids: Ids,
  ) {}

  async open(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.save(openBalance(accountId, currency, now));
  }

  async lock(accountId: AccountId): Promise<Balance> {
    const balance = await this.sql.lock('balances', accountId);
    if (balance === undefined) throw new DomainError('not_found', 'Account not found.');
    return balance;
  }

  async idsFor(accountId: AccountId): Promise<Ids> {
    return (await idsFor(this.sql, this.ids, new Set([accountId]))).forAccount(accountId);
  }

  async setState(accountId: AccountId, state: 'open' | 'frozen', now: Date): Promise<void> {
    const balance = await this.lock(accountId);
    if (balance.state !== state)
      await this.save(state === 'open' ? thawBalance(balance, now) : freezeBalance(balance, now));
  }

  async changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void> {
    await this.save(changeCurrency(await this.lock(accountId), currency, now));
  }

  /** Also locks the balances of accounts with which it has pending transfers, in id order. */
  async lockForClosing(accountId: AccountId): Promise<void> {
    const wanted = new Set([accountId, ...(await this.counterpartiesOf(accountId))]);
    await this.sql.lockWhere('balances', (balance) => wanted.has(balance.accountId));
    if ((await this.counterpartiesOf(accountId)).some((id) => !wanted.has(id)))
      throw new RetrySqlTransaction();
  }

  private async counterpartiesOf(accountId: AccountId): Promise<AccountId[]> {
    const pending = await this.pendingOf(accountId);
    return pending.flatMap(({ counterpartyId }) => counterpartyId ?? []);
  }

  private pendingOf(accountId: AccountId): Promise<Transaction[]> {
    return this.sql.select(
      'transactions',
      (transaction) => transaction.accountId === accountId && transaction.status === 'pending',
    );
  }

  async close(accountId: AccountId, now: Date): Promise<void> {
    const own = await this.pendingOf(accountId);
    const transferIds = new Set(own.flatMap(({ transferId }) => transferId ?? []));
    const sides = await this.sql.select(
      'transactions',
      ({ accountId: other, transferId }) =>
        other !== accountId && transferId !== undefined && transferIds.has(transferId),
    );
    for (const [other, pending] of Map.groupBy(sides, (side) => side.accountId))
      await this.saveCanceled(cancelPending(await this.lock(other), pending, now));
    const canceled = cancelPending(await this.lock(accountId), own, now);
    await this.saveCanceled({ ...canceled, balance: closeBalance(canceled.balance, now) });
  }

  private async saveCanceled({ balance, canceled, events }: CanceledPending): Promise<void> {
    await writeChanges(this.sql, {
      balances: [balance],
      added: [],
      changed: canceled,
      entries: [],
      events: await toEnvelopes(this.sql, this.ids, events),
    });
  }

  async postSettledCredit(credit: SettledCredit, now: Date): Promise<Transaction | undefined> {
    const locked = await this.lock(credit.accountId);
    const ids = await this.idsFor(credit.accountId);
    const credited = creditBalance(locked, ids.next('txn'), credit, now);
    if (credited === undefined) return undefined;
    const { balance, added, settled, entries, events } = credited;
    await writeChanges(this.sql, {
      balances: [balance],
      added: [added],
      changed: [settled],
      entries,
      events: await toEnvelopes(this.sql, this.ids, timed(events, settled.updatedAt)),
    });
    return settled;
  }

  async holdRefund(refund: RefundHold): Promise<Transaction> {
    const locked = await this.lock(refund.accountId);
    const ids = await this.idsFor(refund.accountId);
    const { balance, added, events } = holdRefund(locked, ids.next('txn'), refund);
    await writeChanges(this.sql, {
      balances: [balance],
      added: [added],
      changed: [],
      entries: [],
      events: await toEnvelopes(this.sql, this.ids, timed(events, balance.updatedAt)),
    });
    return added;
  }

  async endRefundHold(
    { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
    settlement: Settlement,
    now: Date,
  ): Promise<Transaction> {
    const locked = await this.lock(accountId);
    const held = await this.sql.read('transactions', id);
    if (held === undefined) throw new Error('Transaction of a refund not found.');
    const { balance, ended, entries, events } = endRefundHold(locked, held, settlement, now);
    await writeChanges(this.sql, {
      balances: [balance],
      added: [],
      changed: [ended],
      entries,
      events: await toEnvelopes(this.sql, this.ids, timed(events, ended.updatedAt)),
    });
    return ended;
  }

  private async save(balance: Balance): Promise<void> {
    await this.sql.write('balances', balance.accountId, balance);
  }
}

export class SimulatedDueTransactions extends DueTransactionReader {
  constructor(private readonly process: Process) {
    super();
  }

  async findPending(
    createdUntil: Date,
    limit: number,
    after?: TransactionId,
  ): Promise<readonly DueTransaction[]> {
    await this.process.yieldControl();
    const all = [...this.process.world.database.tables.transactions.values()];
    return all
      .filter(
        ({ id, type, status, createdAt, transferId, refundId }) =>
          status === 'pending' &&
          createdAt <= createdUntil &&
          (after === undefined || id > after) &&
          (transferId === undefined || type === 'payment') &&
          refundId === undefined,
      )
      .sort((left, right) => (left.id < right.id ? -1 : 1))
      .slice(0, limit);
  }
}
