import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountId, IdempotentRequest } from '@florin/kernel';
import { newTransaction, SteppedClock, TestIds, USD } from '../testing/builders.js';
import { type LedgerHarness, memoryHarness } from '../testing/harness.js';
import { LedgerFixture, SUCCESS } from '../testing/ledger-fixture.js';
import type { ReadSet } from './command.js';
import { Ledger, LEDGER_LIMITS } from './ledger.js';
import { type BatchDecision, type LedgerState, LedgerStore } from './ledger.store.js';

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Write {
  readonly accountIds: readonly AccountId[];
  readonly commit: () => void;
}

/** Keeps the balances of a write that changes something locked until the test commits it. */
class PartitionedStore extends LedgerStore {
  readonly partitions = new Map<AccountId, number>();
  readonly uncommitted: Write[] = [];
  /** The accounts of each write, in the order of their start. */
  readonly started: (readonly AccountId[])[] = [];
  commitsAtOnce = false;
  private readonly locked = new Set<AccountId>();

  constructor(private readonly store: LedgerStore) {
    super();
  }

  override partitionOf(accountIds: readonly (AccountId | undefined)[]): number | undefined {
    const partitions = new Set(accountIds.map((id) => (id === undefined ? id : this.partitions.get(id))));
    return partitions.size === 1 ? [...partitions][0] : undefined;
  }

  async write<Result>(
    readSet: ReadSet,
    decide: (state: LedgerState) => BatchDecision<Result>,
  ): Promise<Result> {
    this.started.push(readSet.accountIds);
    const write = { own: [] as AccountId[], isChanging: false };
    const result = await this.store.write(readSet, (state) => {
      const accountIds = [...state.balances.keys()];
      const locked = new Set(accountIds.filter((accountId) => this.locked.has(accountId)));
      write.own = accountIds.filter((accountId) => !locked.has(accountId));
      for (const accountId of write.own) this.locked.add(accountId);
      const decision = decide({ ...state, locked });
      write.isChanging = decision.changes.events.length > 0;
      return decision;
    });
    if (!this.commitsAtOnce && write.isChanging)
      await new Promise<void>((commit) => this.uncommitted.push({ accountIds: write.own, commit }));
    for (const accountId of write.own) this.locked.delete(accountId);
    return result;
  }

  /** Commits the write that has locked this account. */
  commit(accountId: AccountId): void {
    const index = this.uncommitted.findIndex(({ accountIds }) => accountIds.includes(accountId));
    const [write] = this.uncommitted.splice(index, 1);
    write?.commit();
  }

  commitAll(): void {
    this.commitsAtOnce = true;
    for (const { commit } of this.uncommitted.splice(0)) commit();
  }
}

type Start = (ledger: Ledger) => Promise<unknown>;

describe('a ledger on a partitioned store', () => {
  let harness: LedgerHarness;
  let fixture: LedgerFixture;
  let store: PartitionedStore;
  let ledger: Ledger;
  /** In the first partition. */
  let one: AccountId;
  let neighbor: AccountId;
  /** In the second partition. */
  let other: AccountId;

  const clock = new SteppedClock();
  const ledgerWith = (limits = LEDGER_LIMITS): Ledger =>
    new Ledger(store, clock, new TestIds(clock), limits, undefined, endOfTurn);

  beforeEach(async () => {
    harness = memoryHarness();
    fixture = new LedgerFixture(harness);
    [one, neighbor, other] = [
      await fixture.openAccount(10_000),
      await fixture.openAccount(10_000),
      await fixture.openAccount(10_000),
    ];
    store = new PartitionedStore(harness.store);
    store.partitions.set(one, 1).set(neighbor, 1).set(other, 2);
    ledger = ledgerWith();
  });

  const create = (accountId: AccountId, amount = 100) => ledger.create(newTransaction(accountId, { amount }));
  const transfer = (fromAccountId: AccountId, toAccountId: AccountId, amount = 100) =>
    ({ fromAccountId, toAccountId, amount, currency: USD }) as const;
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await endOfTurn();
  };

  it('writes commands of different partitions at the same time', async () => {
    const creating = [create(one), create(other)];
    await endOfTurn();
    expect(store.uncommitted.map(({ accountIds }) => accountIds)).toEqual([[one], [other]]);
    store.commitAll();
    expect(await Promise.all(creating)).toHaveLength(2);
  });

  it('does not delay a partition while another is slow', async () => {
    const slow = create(one);
    for (let round = 0; round < 3; round++) {
      const creating = create(other);
      await endOfTurn();
      store.commit(other);
      await creating;
    }
    expect(store.uncommitted.map(({ accountIds }) => accountIds)).toEqual([[one]]);
    store.commitAll();
    await slow;
  });

  it('writes commands of one partition together, those of an account in order of arrival', async () => {
    const creating = [create(one, 1), create(one, 2), create(neighbor), create(one, 3)];
    store.commitsAtOnce = true;
    const created = await Promise.all(creating);
    expect(store.started).toEqual([[one], [one, neighbor]]);
    const own = created.filter(({ accountId }) => accountId === one);
    const { items } = await harness.transactions.list({ accountId: one, type: 'payment' }, { limit: 10 });
    expect(items.map(({ id }) => id)).toEqual(own.map(({ id }) => id).reverse());
  });

  describe('while a write of the first partition is not committed', () => {
    let blocking: Promise<unknown>;

    beforeEach(async () => {
      blocking = create(neighbor);
      await endOfTurn();
    });

    const keyOf = (accountId: AccountId | undefined): IdempotentRequest<never> => ({
      accountId,
      principal: 'user_one',
      path: '/v1/transactions',
      key: 'key',
      fingerprint: 'one body',
      present: () => ({}),
    });
    const idempotent =
      (accountId: AccountId | undefined): Start =>
      (at) =>
        at.createIdempotent(newTransaction(one), keyOf(accountId));
    const pending = () => fixture.create(one);
    const pendingTransfer = async () => {
      const outcome = await fixture.ledger.createTransfer(transfer(one, other));
      if (outcome.replayed) throw new Error('not created');
      return outcome.value.id;
    };

    const startedAtOnce = async (start: Start): Promise<boolean> => {
      const before = store.started.length;
      const done = start(ledger);
      await turns(3);
      const isStarted = store.started.length > before;
      store.commitAll();
      await Promise.all([done, blocking]);
      expect(await harness.audit()).toEqual([]);
      return isStarted;
    };

    it.each<[string, Start]>([
      ['a transaction', (at) => at.create(newTransaction(one))],
      ['a transaction with a key', (at) => idempotent(one)(at)],
      ['a dry run', (at) => at.dryRun(newTransaction(one))],
      ['a transfer', (at) => at.createTransfer(transfer(one, neighbor))],
      [
        'a batch',
        (at) => at.createBatch({ inputs: [newTransaction(one), newTransaction(neighbor)], atomic: true }),
      ],
    ])('%s of that partition waits for it', async (_, start) => {
      expect(await startedAtOnce(start)).toBe(false);
    });

    it('a change of a transaction of that partition waits for it', async () => {
      const { id: transactionId } = await pending();
      expect(await startedAtOnce((at) => at.cancel({ transactionId, accountId: one }))).toBe(false);
    });

    it.each<[string, Start]>([
      ['a transfer', (at) => at.createTransfer(transfer(one, other))],
      ['a dry run of a transfer', (at) => at.dryRunTransfer(transfer(one, other))],
      [
        'a batch',
        (at) => at.createBatch({ inputs: [newTransaction(one), newTransaction(other)], atomic: true }),
      ],
      ['a key of another partition', (at) => idempotent(other)(at)],
      ['a key without an account', (at) => idempotent(undefined)(at)],
    ])('%s across partitions does not wait for it', async (_, start) => {
      expect(await startedAtOnce(start)).toBe(true);
    });

    it('a command without its account does not wait for it', async () => {
      const { id: transactionId } = await pending();
      expect(await startedAtOnce((at) => at.cancel({ transactionId, accountId: undefined }))).toBe(true);
    });

    it('the end of a transfer does not wait for it', async () => {
      const transferId = await pendingTransfer();
      expect(
        await startedAtOnce((at) => at.settleTransfer({ transferId, accountId: one, settlement: SUCCESS })),
      ).toBe(true);
    });

    it('an account that has moved to another partition does not wait for it', async () => {
      store.partitions.set(one, 3);
      expect(await startedAtOnce((at) => at.create(newTransaction(one)))).toBe(true);
    });
  });

  it('transfers across partitions with one write, which waits for a balance that another queue has locked', async () => {
    const slow = create(one);
    await endOfTurn();
    const transferring = ledger.createTransfer(transfer(one, other, 1_000));
    await turns(5);
    expect(await fixture.balance(other)).toMatchObject({ incoming: 0 });
    store.commitAll();
    await Promise.all([slow, transferring]);
    expect(store.started.at(-1)).toEqual([one, other]);
    expect(await fixture.balance(one)).toMatchObject({ held: 1_100 });
    expect(await fixture.balance(other)).toMatchObject({ incoming: 1_000 });
    await expect(ledger.createTransfer(transfer(one, other, 100_000))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    expect(await fixture.balance(other)).toMatchObject({ incoming: 1_000 });
  });

  it('makes commands of both partitions wait for a transfer between them', async () => {
    const transferring = ledger.createTransfer(transfer(one, other, 10_000));
    await endOfTurn();
    const late = Promise.allSettled([create(one), create(other)]);
    await endOfTurn();
    const free = create(neighbor);
    while (store.uncommitted.length < 2) await endOfTurn();
    store.commit(neighbor);
    await free;
    store.commitAll();
    await transferring;
    expect(await late).toMatchObject([{ reason: { code: 'insufficient_funds' } }, { status: 'fulfilled' }]);
  });

  it('has new commands of a busy account wait behind a transfer that waits for it', async () => {
    const slow = create(one);
    await endOfTurn();
    const transferring = ledger.createTransfer(transfer(one, other, 9_900));
    await turns(5);
    const late = expect(create(one)).rejects.toMatchObject({ code: 'insufficient_funds' });
    store.commitAll();
    await Promise.all([slow, transferring, late]);
  });

  it('has new commands wait behind a transfer that found their account locked at a retry', async () => {
    const slow = [create(one), create(other)];
    await endOfTurn();
    const transferring = ledger.createTransfer(transfer(one, other));
    await turns(5);
    store.commit(one);
    await turns(5);
    const creating = create(other);
    store.commitAll();
    const [late] = await Promise.all([creating, transferring, ...slow]);
    const { items } = await harness.transactions.list({ accountId: other }, { limit: 10 });
    expect(items[0]?.id).toBe(late.id);
    expect(items[1]).toMatchObject({ type: 'credit', counterpartyId: one });
    // Afterwards they are in the queue of their partition again.
    const { length } = store.started;
    await Promise.all([create(other), create(one)]);
    expect(store.started.slice(length)).toEqual([[other], [one]]);
  });

  it('rejects commands when all queues together are full', async () => {
    ledger = ledgerWith({ batch: 4, waiting: 2 });
    const accepted = [create(one), create(other), create(one), create(other)];
    await expect(create(one)).rejects.toThrow('Too many requests are waiting');
    await expect(ledger.createTransfer(transfer(one, other))).rejects.toThrow(
      'Too many requests are waiting',
    );
    store.commitAll();
    store.commitsAtOnce = true;
    expect(await Promise.all(accepted)).toHaveLength(4);
  });

  it('completes the commands of all queues while it is drained, and rejects new ones', async () => {
    const accepted = Promise.allSettled([
      create(one),
      create(one),
      create(other),
      ledger.createTransfer(transfer(neighbor, other)),
    ]);
    let isDrained = false;
    const draining = ledger.drain().then(() => (isDrained = true));
    await expect(create(one)).rejects.toMatchObject({ code: 'unavailable' });
    await turns(3);
    expect(isDrained).toBe(false);
    store.commitAll();
    await draining;
    expect((await accepted).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
  });
});
