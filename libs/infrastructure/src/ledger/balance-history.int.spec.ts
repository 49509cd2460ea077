import { expect, it } from '@jest/globals';
import { addMilliseconds, SYSTEM_ACTOR } from '@florin/kernel';
import { Ledger } from '@florin/ledger';
import { LedgerFixture, newTransaction, SteppedClock, TestIds } from '@florin/ledger/testing';
import { openDatabase } from '../../../../test/support/open-database.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { verifyBooks } from '../verification/verify-books.js';
import { appendEvents } from './event-outbox.js';
import { expectReportsToFollowHistory } from './testing/expect-reports.js';
import { postgresHarness } from './testing/postgres-harness.js';
import { RandomHistory } from './testing/random-history.js';

/** Repeatable pseudo-random numbers. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}

it('the balance at every instant of a random history is a replay of its events', async () => {
  const { dataSource } = await openDatabase();
  const history = new RandomHistory(dataSource, seeded(7));
  await history.run(10);
  for (const accountId of history.accounts)
    expect(await expectReportsToFollowHistory(dataSource, accountId)).toBeGreaterThan(10);
  const { checks } = await verifyBooks(dataSource);
  expect(checks.flatMap(({ code, findings }) => findings.map((finding) => [code, finding]))).toEqual([]);
});

it('the balance at an instant leaves out a payment by a clock that is ahead, also before an event that moves no money', async () => {
  const { dataSource } = await openDatabase();
  const harness = postgresHarness(dataSource);
  const fixture = new LedgerFixture(harness);
  const accountId = await fixture.openAccount(100);
  const now = fixture.clock.now();
  const ahead = new SteppedClock(addMilliseconds(now, 5_000));
  await new Ledger(harness.store, ahead, new TestIds(ahead)).create(
    newTransaction(accountId, { amount: 20 }),
  );
  const event = { type: 'test.appended', accountId, subjectId: accountId, data: {}, occurredAt: now };
  await inSqlTransaction(dataSource, (manager) => appendEvents(manager, fixture.ids, [event], SYSTEM_ACTOR));
  expect(await harness.history.findAt(accountId, now)).toMatchObject({ available: 100, held: 0 });
  expect(await harness.history.findAt(accountId, ahead.now())).toMatchObject({ available: 80, held: 20 });
});
