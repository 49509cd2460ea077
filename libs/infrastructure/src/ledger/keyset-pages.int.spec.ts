import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountId, CursorPage } from '@florin/kernel';
import type { Transaction } from '@florin/ledger';
import { LedgerTeller } from '@florin/ledger/testing';
import { openDatabase } from '../../../../test/support/open-database.js';
import { postgresHarness } from './testing/postgres-harness.js';

type Harness = ReturnType<typeof postgresHarness>;

const MANY = 40;

/** How many of some pages are there, at each turn of the event loop. */
async function arrivals(pages: readonly Promise<CursorPage<Transaction>>[]): Promise<number[]> {
  const inTurns: number[] = [];
  let [there, counted] = [0, 0];
  for (const page of pages) void page.then(() => (there += 1));
  while (counted < pages.length) {
    await new Promise((resolve) => setImmediate(resolve));
    inTurns.push(there - counted);
    counted = there;
  }
  return inTurns;
}

describe('pages that are asked for at once', () => {
  let harness: Harness;
  let accountId: AccountId;

  beforeAll(async () => {
    harness = postgresHarness((await openDatabase()).dataSource);
    const teller = new LedgerTeller(harness);
    accountId = await teller.account();
    const metadata = { note: 'x'.repeat(8_000) };
    for (let made = 0; made < 20; made += 1)
      await teller.create(accountId, { type: 'credit', amount: 1, metadata });
  });

  const ask = (limitOf: (place: number) => number) =>
    Array.from({ length: MANY }, (_, place) =>
      harness.transactions.list({ accountId }, { limit: limitOf(place) }),
    );

  it.each([
    ['the same', () => 20],
    ['different', (place: number) => 12 + (place % 8)],
  ])('come one by one when they are large and %s', async (_, limitOf) => {
    const pages = ask(limitOf);
    expect(Math.max(...(await arrivals(pages)))).toBe(1);
    const found = await Promise.all(pages);
    expect(found.map(({ items }) => items.length)).toEqual(pages.map((_page, place) => limitOf(place)));
  });

  it('come together when they are small, and cost nobody a turn', async () => {
    expect((await arrivals(ask(() => 1))).filter((came) => came > 0).length).toBeLessThan(MANY / 2);
  });
});
