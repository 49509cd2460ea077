import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, idFromUuid } from '@florin/kernel';
import { newTransaction, SteppedClock, TestIds } from '../testing/builders.js';
import { type LedgerHarness, memoryHarness } from '../testing/harness.js';
import { LedgerFixture } from '../testing/ledger-fixture.js';
import type { ReadSet } from './command.js';
import { Ledger, LEDGER_LIMITS } from './ledger.js';
import { type BatchDecision, type LedgerState, LedgerStore } from './ledger.store.js';
import { MAX_RETRIES } from './lock-retry-queue.js';

/** Fails to write the reference 'poison', like a database that rejects an unexpected value. */
class FailingStore extends LedgerStore {
  writes = 0;

  constructor(
    private readonly store: LedgerStore,
    private readonly error: Error,
  ) {
    super();
  }

  write<Result>(readSet: ReadSet, decide: (state: LedgerState) => BatchDecision<Result>): Promise<Result> {
    this.writes += 1;
    const failing = (state: LedgerState) => {
      const decided = decide(state);
      if (decided.changes.added.some(({ reference }) => reference === 'poison')) throw this.error;
      return decided;
    };
    return this.store.write(readSet, failing);
  }
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A store in which another SQL transaction has locked balances. */
class LockedStore extends LedgerStore {
  readonly locked = new Set<AccountId>();
  /** The accounts of each write. */
  readonly writes: (readonly AccountId[])[] = [];
  beforeWrite: () => void = () => undefined;

  constructor(private readonly store: LedgerStore) {
    super();
  }

  write<Result>(readSet: ReadSet, decide: (state: LedgerState) => BatchDecision<Result>): Promise<Result> {
    this.beforeWrite();
    this.writes.push(readSet.accountIds);
    return this.store.write(readSet, (state) => {
      const balances = new Map([...state.balances].filter(([accountId]) => !this.locked.has(accountId)));
      const locked = new Set([...state.balances.keys()].filter((accountId) => this.locked.has(accountId)));
      return decide({ ...state, balances, locked });
    });
  }
}

describe('Ledger', () => {
  let harness: LedgerHarness;
  let accountId: AccountId;

  beforeEach(async () => {
    harness = memoryHarness();
    accountId = await new LedgerFixture(harness).openAccount(10_000);
  });

  const clock = new SteppedClock();
  const ledgerOn = (store: LedgerStore) => new Ledger(store, clock, new TestIds(clock));
  const createAll = (ledger: Ledger, references: readonly string[]) =>
    Promise.allSettled(
      references.map((reference) => ledger.create(newTransaction(accountId, { amount: 100, reference }))),
    );

  it.each([
    ['an error without a code', {}],
    ['an error code of the store', { code: 'internal_error' }],
  ])('fails only the command that cannot be written, with %s', async (_, properties) => {
    const error = Object.assign(new Error('cannot be written'), properties);
    const store = new FailingStore(harness.store, error);
    const outcomes = await createAll(ledgerOn(store), ['a', 'b', 'poison', 'c', 'd']);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await harness.balances.find(accountId)).toMatchObject({ available: 9_600, held: 400 });
    expect(await harness.audit()).toEqual([]);
  });

  it('does not retry a batch after an unknown commit outcome', async () => {
    const store = new FailingStore(
      harness.store,
      Object.assign(new Error('unknown outcome'), { code: 'unavailable' }),
    );
    const outcomes = await createAll(ledgerOn(store), ['a', 'b', 'poison', 'c']);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(store.writes).toBe(2);
  });

  it('rejects commands once it is drained', async () => {
    const ledger = ledgerOn(harness.store);
    const accepted = createAll(ledger, ['a', 'b', 'c']);
    await ledger.drain();
    expect((await accepted).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const [late] = await createAll(ledger, ['d']);
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  });
});

describe('a locked balance', () => {
  const clock = new SteppedClock();
  let store: LockedStore;
  let fixture: LedgerFixture;
  let ledger: Ledger;
  let locked: AccountId;
  let free: AccountId;
  /** Number of retry rounds. */
  let rounds: number;
  let atRound: (round: number) => void;

  const ledgerWith = (limits = LEDGER_LIMITS): Ledger => {
    const pause = async () => {
      await endOfTurn();
      atRound((rounds += 1));
    };
    return new Ledger(store, clock, new TestIds(clock), limits, endOfTurn, pause);
  };

  beforeEach(async () => {
    const harness = memoryHarness();
    fixture = new LedgerFixture(harness);
    [locked, free] = [await fixture.openAccount(1_000), await fixture.openAccount(1_000)];
    store = new LockedStore(harness.store);
    store.locked.add(locked);
    rounds = 0;
    atRound = () => undefined;
    ledger = ledgerWith();
  });

  const create = (accountId: AccountId, amount = 100) => ledger.create(newTransaction(accountId, { amount }));

  it('blocks only the commands of its own account', async () => {
    const outcomes = await Promise.allSettled([
      create(locked),
      create(free),
      create(locked),
      create(free, 2_000),
    ]);
    expect(outcomes).toMatchObject([
      {
        status: 'rejected',
        reason: { code: 'unavailable', message: expect.stringContaining('busy') as unknown },
      },
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'unavailable' } },
      { status: 'rejected', reason: { code: 'insufficient_funds' } },
    ]);
    expect(await fixture.balance(locked)).toMatchObject({ held: 0 });
    expect(await fixture.balance(free)).toMatchObject({ held: 100 });
    expect(rounds).toBe(MAX_RETRIES + 1);
  });

  /** Payment amounts in the order of decision. */
  const decided = async (): Promise<number[]> => {
    const { items } = await fixture.harness.transactions.list({ accountId: locked }, { limit: 100 });
    return items
      .filter(({ type }) => type === 'payment')
      .map(({ amount }) => amount)
      .reverse();
  };

  it('has its commands executed in order of arrival once it is unlocked', async () => {
    const own = [create(locked, 600), create(locked, 1)];
    await create(free);
    own.push(create(locked, 2));
    const unlocked = new Promise<void>((resolve) => {
      atRound = (round) => {
        if (round !== 3) return;
        store.locked.clear();
        own.push(create(locked, 3));
        resolve();
      };
    });
    await unlocked;
    await Promise.all(own);
    expect(await decided()).toEqual([600, 1, 2, 3]);
    await expect(create(locked, 600)).rejects.toMatchObject({ code: 'insufficient_funds' });
  });

  it('is treated as locked for the rest of a round in which it was found locked', async () => {
    ledger = ledgerWith({ batch: 4, waiting: 100 });
    const own = [1, 2, 3, 4].map((amount) => create(locked, amount));
    await create(free);
    // Other commands split the retries of a round into two batches; the balance is unlocked in between.
    atRound = (round) => {
      if (round !== 2) return;
      own.push(create(free), create(free));
      const { length } = store.writes;
      store.beforeWrite = () => {
        if (store.writes.length > length) store.locked.clear();
      };
    };
    await Promise.all(own);
    expect(await decided()).toEqual([1, 2, 3, 4]);
  });

  it('delays other accounts by at most one batch per round', async () => {
    ledger = ledgerWith({ batch: 4, waiting: 100 });
    const own = Promise.allSettled(Array.from({ length: 40 }, () => create(locked)));
    await create(free);
    const [before, round] = [store.writes.length, rounds];
    while (rounds < round + 5) await endOfTurn();
    expect(store.writes.length - before).toBeLessThanOrEqual(6);
    expect(new Set((await own).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(rounds).toBeLessThan(2 * MAX_RETRIES);
  });

  it('rejects commands when its queue is full', async () => {
    ledger = ledgerWith({ batch: 4, waiting: 4 });
    const own = [1, 2, 3, 4].map(() => create(locked).catch(() => undefined));
    while (rounds === 0) await endOfTurn();
    await expect(create(locked)).rejects.toThrow('Too many requests are waiting');
    await Promise.all(own);
  });

  it('is recognized for a command with a transaction id only', async () => {
    store.locked.clear();
    const { id: transactionId } = await fixture.create(locked, { amount: 100 });
    store.locked.add(locked);
    const canceling = ledger.cancel({ transactionId, accountId: undefined });
    await create(free);
    store.locked.clear();
    expect(await canceling).toMatchObject({ status: 'canceled' });
  });

  it('does not affect a command on an unknown transaction', async () => {
    const transactionId = idFromUuid('txn', '0195968a-6f4d-7000-8000-000000000009');
    const outcomes = await Promise.allSettled([
      create(locked),
      ledger.cancel({ transactionId, accountId: undefined }),
    ]);
    expect(outcomes).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'not_found' } }]);
  });

  it('does not block draining', async () => {
    const own = create(locked);
    await create(free);
    const refused = expect(own).rejects.toMatchObject({ code: 'unavailable' });
    await ledger.drain();
    await refused;
    expect(rounds).toBeLessThan(5);
  });
});
