import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type AccountId,
  addMilliseconds,
  type CursorRequest,
  type TransactionId,
  uuidFromId,
} from '@florin/kernel';
import type { StatementLine, StatementPeriod, StatementSummary } from '@florin/ledger';
import { LedgerFixture } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { isPending } from '../../../../test/support/is-pending.js';
import { openDatabase } from '../../../../test/support/open-database.js';
import { PostgresStatementReader } from './postgres-statement.reader.js';
import { postgresHarness } from './testing/postgres-harness.js';

const NO_PERIOD: StatementPeriod = {};
const SECOND = 1_000;

let dataSource: DataSource;
let fixture: LedgerFixture;
let reader: PostgresStatementReader;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  fixture = new LedgerFixture(postgresHarness(dataSource));
  reader = new PostgresStatementReader(dataSource);
});

/** All lines of the period, newest first, page by page. */
async function pagesOf(accountId: AccountId, period: StatementPeriod, limit: number) {
  const lines: StatementLine[] = [];
  const summaries: StatementSummary[] = [];
  let request: CursorRequest<TransactionId> = { limit };
  for (;;) {
    const { summary, lines: page } = await reader.page(accountId, period, request);
    lines.push(...page.items);
    summaries.push(summary);
    const last = page.items.at(-1);
    if (!page.hasMore || last === undefined) return { lines, summaries };
    request = { limit, after: last.transactionId };
  }
}

async function downloadOf(accountId: AccountId, period: StatementPeriod, size = 3) {
  const { summary, batches } = await reader.open(accountId, period);
  const lines: StatementLine[] = [];
  for await (const batch of batches(size)) {
    expect(batch.length).toBeLessThanOrEqual(size);
    lines.push(...batch);
  }
  return { summary, lines };
}

/** What the summary must be, by adding up the lines. */
const expectedSummary = (openingBalance: number, lines: readonly StatementLine[]): StatementSummary => {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const amounts = lines.map(({ amount }) => amount);
  return {
    openingBalance,
    closingBalance: openingBalance + sum(amounts),
    totalIn: BigInt(sum(amounts.filter((amount) => amount > 0))),
    totalOut: BigInt(-sum(amounts.filter((amount) => amount < 0))),
    count: lines.length,
  };
};

/** A credit for each positive amount and a payment for each negative one, some at the same instant. */
async function openWithHistory(steps: readonly { readonly amount: number; readonly gap: number }[]) {
  const accountId = await fixture.openAccount(10_000);
  for (const { amount, gap } of steps) {
    fixture.clock.advance(gap * SECOND);
    const type = amount > 0 ? 'credit' : 'payment';
    await fixture.createSettled(accountId, { type, amount: Math.abs(amount), reference: `step ${amount}` });
  }
  return accountId;
}

const STEP = fc.record({
  amount: fc.integer({ min: -300, max: 300 }).filter((amount) => amount !== 0),
  gap: fc.integer({ min: 0, max: 3 }),
});

describe('statements of adjoining periods', () => {
  it('join without gap or overlap, and each adds up', async () => {
    const cases = fc.record({
      steps: fc.array(STEP, { minLength: 1, maxLength: 12 }),
      cuts: fc.array(fc.integer({ min: -2, max: 20 }), { minLength: 1, maxLength: 4 }),
      limit: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ steps, cuts, limit }) => {
        const accountId = await openWithHistory(steps);
        const whole = await downloadOf(accountId, NO_PERIOD);
        expect(whole.lines).toHaveLength(steps.length + 1);
        const start = whole.lines[0]!.postedAt;
        const borders = [...new Set(cuts)]
          .sort((a, b) => a - b)
          .map((cut) => addMilliseconds(start, cut * SECOND));
        const joined: StatementLine[] = [];
        let opening = 0;
        for (const [index, from] of [undefined, ...borders].entries()) {
          const next = borders[index];
          const period = { from, to: next && addMilliseconds(next, -1) };
          const { summary, lines } = await downloadOf(accountId, period);
          expect(summary).toEqual(expectedSummary(opening, lines));
          const pages = await pagesOf(accountId, period, limit);
          expect(pages.lines).toEqual(lines.toReversed());
          for (const one of pages.summaries) expect(one).toEqual(summary);
          opening = summary.closingBalance;
          joined.push(...lines);
        }
        expect(joined).toEqual(whole.lines);
        expect((await fixture.balance(accountId))?.available).toBe(opening);
      }),
      { numRuns: 15 },
    );
  });

  it('have the balance after each line', async () => {
    const accountId = await openWithHistory([
      { amount: 40, gap: 1 },
      { amount: -100, gap: 0 },
    ]);
    const { lines } = await downloadOf(accountId, NO_PERIOD);
    expect(lines.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      [10_000, 10_000],
      [40, 10_040],
      [-100, 9_940],
    ]);
    expect(lines.map(({ type, reference }) => [type, reference])).toEqual([
      ['credit', undefined],
      ['credit', 'step 40'],
      ['payment', 'step -100'],
    ]);
  });
});

describe('a cursor', () => {
  it('pages backwards to the line before it, newest first', async () => {
    const accountId = await openWithHistory([1, 2, 3, 4].map((amount) => ({ amount, gap: 0 })));
    const { lines } = await downloadOf(accountId, NO_PERIOD);
    const [, second] = lines;
    const page = await reader.page(accountId, NO_PERIOD, { limit: 2, before: second!.transactionId });
    expect(page.lines).toEqual({ items: [lines[3], lines[2]], hasMore: true });
  });

  it('without a line in the account is the instant of its id', async () => {
    const accountId = await openWithHistory([{ amount: 1, gap: 5 }]);
    fixture.clock.advance(SECOND);
    const { id: pending } = await fixture.create(accountId);
    const foreign = await fixture.createSettled(await fixture.openAccount(), { type: 'credit' });
    fixture.clock.advance(SECOND);
    const newest = await fixture.createSettled(accountId, { type: 'credit' });
    for (const id of [pending, foreign.id]) {
      const older = await reader.page(accountId, NO_PERIOD, { limit: 10, after: id });
      expect(older.lines.items.map(({ amount }) => amount)).toEqual([1, 10_000]);
      const newer = await reader.page(accountId, NO_PERIOD, { limit: 10, before: id });
      expect(newer.lines.items.map(({ transactionId }) => transactionId)).toEqual([newest.id]);
    }
  });
});

describe('a statement during writes', () => {
  it('has lines and totals of one snapshot', async () => {
    const accountId = await fixture.openAccount(1_000);
    const write = async (): Promise<void> => {
      const ledger = fixture.anotherLedger();
      for (let index = 0; index < 40; index += 1) {
        const { id } = await ledger.create({ ...CREDIT, accountId });
        await ledger.settle({ transactionId: id, accountId, settlement: { status: 'succeeded' } });
      }
    };
    const writing = Promise.all([write(), write()]);
    const counts = new Set<number>();
    while (await isPending(writing)) {
      const { summary, lines } = await reader.page(accountId, NO_PERIOD, { limit: 1_000 });
      expect(summary).toEqual(expectedSummary(0, lines.items));
      const download = await downloadOf(accountId, NO_PERIOD, 10);
      expect(download.summary).toEqual(expectedSummary(0, download.lines));
      counts.add(summary.count);
    }
    await writing;
    expect(counts.size).toBeGreaterThan(1);
  });
});

const CREDIT = { type: 'credit', amount: 7, currency: 'USD' } as const as never as Parameters<
  LedgerFixture['ledger']['create']
>[0];

describe('an account', () => {
  it('without lines has an empty statement', async () => {
    const accountId = await fixture.openAccount();
    const empty = { openingBalance: 0, closingBalance: 0, totalIn: 0n, totalOut: 0n, count: 0 };
    expect(await downloadOf(accountId, NO_PERIOD)).toEqual({ summary: empty, lines: [] });
    expect(await pagesOf(accountId, NO_PERIOD, 10)).toEqual({ summaries: [empty], lines: [] });
  });

  it('keeps totals above 2^53 exact', async () => {
    const accountId = await openWithHistory([{ amount: -1, gap: 1 }]);
    const [before] = (await downloadOf(accountId, NO_PERIOD)).lines;
    await dataSource.query(
      'UPDATE entries SET total_in = total_in + 9007199254740992 WHERE account_id = $1',
      [uuidFromId(accountId)],
    );
    const from = addMilliseconds(before!.postedAt, 1);
    const { summary } = await reader.open(accountId, { from });
    expect(summary).toMatchObject({ openingBalance: 10_000, totalIn: 0n, totalOut: 1n, count: 1 });
    expect((await reader.open(accountId, NO_PERIOD)).summary.totalIn).toBe(9007199254750992n);
  });

  it('with lines that are not numbered yet is refused', async () => {
    const accountId = await openWithHistory([]);
    await dataSource.query(
      `UPDATE entries SET position = NULL, balance_after = NULL, total_in = NULL WHERE account_id = $1`,
      [uuidFromId(accountId)],
    );
    const conflict = expect.objectContaining({ code: 'conflict' });
    await expect(reader.page(accountId, NO_PERIOD, { limit: 1 })).rejects.toEqual(conflict);
    await expect(reader.open(accountId, NO_PERIOD)).rejects.toEqual(conflict);
  });
});
