import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, idFromUuid } from '@florin/kernel';
import { newTransaction, SteppedClock, TestIds } from '../testing/builders.js';
import { type LedgerHarness, memoryHarness } from '../testing/harness.js';
import { LedgerTeller } from '../testing/ledger-teller.js';
import type { Needs } from './command.js';
import { Ledger, LEDGER_LIMITS } from './ledger.js';
import { BRIEF_WAIT_MS, LONG_WAIT_MS } from './ledger-lanes.js';
import { type Decided, type LedgerState, LedgerStore } from './ledger.store.js';

/** A store that cannot write a certain reference, as a database might refuse a value nobody thought of. */
class FussyStore extends LedgerStore {
  writes = 0;

  constructor(
    private readonly store: LedgerStore,
    private readonly error: Error,
  ) {
    super();
  }

  write<Result>(
    needs: Needs,
    decide: (state: LedgerState) => Decided<Result>,
    waitMs: number,
  ): Promise<Result> {
    this.writes += 1;
    const fussy = (state: LedgerState) => {
      const decided = decide(state);
      if (decided.changes.added.some(({ reference }) => reference === 'poison')) throw this.error;
      return decided;
    };
    return this.store.write(needs, fussy, waitMs);
  }
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A store in which somebody else holds books, until he lets go of them. Long waits last some turns, and time passes. */
class HeldStore extends LedgerStore {
  readonly held = new Set<AccountId>();
  /** The accounts of each write. */
  readonly writes: (readonly AccountId[])[] = [];
  readonly waits: number[] = [];

  constructor(
    private readonly store: LedgerStore,
    private readonly clock: SteppedClock,
  ) {
    super();
  }

  async write<Result>(
    needs: Needs,
    decide: (state: LedgerState) => Decided<Result>,
    waitMs: number,
  ): Promise<Result> {
    this.writes.push(needs.accountIds);
    this.waits.push(waitMs);
    for (let turn = 0; waitMs > BRIEF_WAIT_MS && this.held.size > 0 && turn < 20; turn++) await endOfTurn();
    if (this.held.size > 0) this.clock.advance(waitMs);
    const unheld = (state: LedgerState) => {
      const books = new Map([...state.books].filter(([accountId]) => !this.held.has(accountId)));
      const held = new Set([...state.books.keys()].filter((accountId) => this.held.has(accountId)));
      return decide(held.size === 0 ? state : { ...state, books, held });
    };
    return this.store.write(needs, unheld, waitMs);
  }
}

describe('the ledger', () => {
  let harness: LedgerHarness;
  let accountId: AccountId;

  beforeEach(async () => {
    harness = memoryHarness();
    accountId = await new LedgerTeller(harness).account(10_000);
  });

  const clock = new SteppedClock();
  const ledgerOn = (store: LedgerStore) => new Ledger(store, clock, new TestIds(clock));
  const createAll = (ledger: Ledger, references: readonly string[]) =>
    Promise.allSettled(
      references.map((reference) =>
        ledger.create({ input: newTransaction(accountId, { amount: 100, reference }), once: undefined }),
      ),
    );

  it.each([
    ['an error of any kind', {}],
    ['what a store makes of a refusal of its database', { code: 'internal_error' }],
  ])('lets a command that cannot be written fail alone, with %s', async (_, more) => {
    const error = Object.assign(new Error('cannot be written'), more);
    const store = new FussyStore(harness.store, error);
    const outcomes = await createAll(ledgerOn(store), ['a', 'b', 'poison', 'c', 'd']);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await harness.books.find(accountId)).toMatchObject({ available: 9_600, held: 400 });
    expect(await harness.audit()).toEqual([]);
  });

  it('does not repeat a batch of which it is not known whether it was written', async () => {
    const store = new FussyStore(
      harness.store,
      Object.assign(new Error('who knows'), { code: 'unavailable' }),
    );
    const outcomes = await createAll(ledgerOn(store), ['a', 'b', 'poison', 'c']);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(store.writes).toBe(2);
  });

  it('takes nothing more once it is drained', async () => {
    const ledger = ledgerOn(harness.store);
    const taken = createAll(ledger, ['a', 'b', 'c']);
    await ledger.drain();
    expect((await taken).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const [late] = await createAll(ledger, ['d']);
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  });
});

describe('a book that somebody holds', () => {
  const clock = new SteppedClock();
  let store: HeldStore;
  let teller: LedgerTeller;
  let ledger: Ledger;
  let held: AccountId;
  let free: AccountId;

  beforeEach(async () => {
    const harness = memoryHarness();
    teller = new LedgerTeller(harness);
    [held, free] = [await teller.account(1_000), await teller.account(1_000)];
    store = new HeldStore(harness.store, clock);
    store.held.add(held);
    ledger = new Ledger(store, clock, new TestIds(clock), LEDGER_LIMITS, endOfTurn);
  });

  const create = (accountId: AccountId, amount = 100) =>
    ledger.create({ input: newTransaction(accountId, { amount }), once: undefined });

  it('keeps its own commands from being done, and nobody else’s', async () => {
    const outcomes = await Promise.allSettled([
      create(held),
      create(free),
      create(held),
      create(free, 2_000),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'unavailable' } },
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'unavailable' } },
      { status: 'rejected', reason: { code: 'insufficient_funds' } },
    ]);
    expect(await teller.balance(held)).toMatchObject({ held: 0 });
    expect(await teller.balance(free)).toMatchObject({ held: 100 });
    expect(store.waits).toEqual([BRIEF_WAIT_MS, 0, LONG_WAIT_MS]);
  });

  it('has its commands done when it is let go of, in the order in which they came', async () => {
    const own = [create(held, 600), create(held, 600)];
    await create(free);
    store.held.clear();
    expect(await Promise.allSettled(own)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'insufficient_funds' } },
    ]);
  });

  it('is in no write of others while somebody waits for it, and in their writes again when nobody does', async () => {
    const first = create(held).catch(() => undefined);
    await create(free);
    const second = create(held).catch(() => undefined);
    await create(free);
    await Promise.all([first, second]);
    expect(store.writes.filter((accounts) => accounts.length > 1)).toEqual([[held, free]]);
    store.held.clear();
    await Promise.all([create(held), create(free)]);
    expect(store.writes.at(-1)).toEqual([held, free]);
  });

  it('makes others wait once, and its own commands no longer than the first of them, however many there are', async () => {
    const limits = { batch: 4, waiting: 100 };
    ledger = new Ledger(store, clock, new TestIds(clock), limits, endOfTurn);
    const own = Array.from({ length: 40 }, () => create(held));
    await Promise.all([create(free), ...own.map((one) => expect(one).rejects.toThrow('busy'))]);
    const waits = store.waits.filter((waitMs, index) => waitMs > 0 && store.writes[index]?.includes(held));
    expect(waits).toEqual([BRIEF_WAIT_MS, LONG_WAIT_MS]);
  });

  it('is known by a transaction of it that is named by its id alone', async () => {
    store.held.clear();
    const { id: transactionId } = await teller.create(held, { amount: 100 });
    store.held.add(held);
    const canceling = ledger.cancel({ transactionId, accountId: undefined });
    await create(free);
    store.held.clear();
    expect(await canceling).toMatchObject({ status: 'canceled' });
  });

  it('is not taken for that of a transaction which is nowhere', async () => {
    const transactionId = idFromUuid('txn', '0195968a-6f4d-7000-8000-000000000009');
    const outcomes = await Promise.allSettled([
      create(held),
      ledger.cancel({ transactionId, accountId: undefined }),
    ]);
    expect(outcomes).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'not_found' } }]);
    expect(store.waits).toEqual([BRIEF_WAIT_MS, 0, LONG_WAIT_MS]);
  });

  it('does not keep the ledger from being drained', async () => {
    const own = create(held);
    await create(free);
    const refused = expect(own).rejects.toMatchObject({ code: 'unavailable' });
    await ledger.drain();
    await refused;
    expect(store.waits).toEqual([BRIEF_WAIT_MS, 0, LONG_WAIT_MS]);
  });
});
