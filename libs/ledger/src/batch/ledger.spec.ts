import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountId } from '@florin/kernel';
import { newTransaction, TestClock, TestIds } from '../testing/builders.js';
import { type LedgerHarness, memoryHarness } from '../testing/harness.js';
import { LedgerTeller } from '../testing/ledger-store.contract.js';
import type { Needs } from './command.js';
import { Ledger } from './ledger.js';
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

  write<Result>(needs: Needs, decide: (state: LedgerState) => Decided<Result>): Promise<Result> {
    this.writes += 1;
    return this.store.write(needs, (state) => {
      const decided = decide(state);
      if (decided.changes.added.some(({ reference }) => reference === 'poison')) throw this.error;
      return decided;
    });
  }
}

describe('the ledger', () => {
  let harness: LedgerHarness;
  let accountId: AccountId;

  beforeEach(async () => {
    harness = memoryHarness();
    accountId = await new LedgerTeller(harness).account(10_000);
  });

  const clock = new TestClock();
  const ledgerOn = (store: LedgerStore) => new Ledger(store, clock, new TestIds(clock));
  const createAll = (ledger: Ledger, references: readonly string[]) =>
    Promise.allSettled(
      references.map((reference) =>
        ledger.create({ input: newTransaction(accountId, { amount: 100, reference }), once: undefined }),
      ),
    );

  it('lets a command that cannot be written fail alone', async () => {
    const store = new FussyStore(harness.store, new Error('cannot be written'));
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
