import { expect } from '@jest/globals';
import { type AccountId, addMilliseconds, type EventEnvelope, uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { PostgresEventReader } from '../postgres-readers.js';
import { PostgresBalanceHistoryReader, PostgresRunningTotalsReader } from '../running-totals.js';
import { replayUntil } from './random-history.js';

/** Oldest first. */
async function eventsOf(dataSource: DataSource, accountId: AccountId): Promise<EventEnvelope[]> {
  const { items } = await new PostgresEventReader(dataSource).list(accountId, { limit: 10_000 });
  return items.toReversed();
}

/** Compares the reports of an account at every instant at which they change with its events and entries. */
export async function expectReportsToFollowHistory(
  dataSource: DataSource,
  accountId: AccountId,
): Promise<number> {
  const events = await eventsOf(dataSource, accountId);
  const times = [
    ...new Set(events.flatMap(({ occurredAt }) => [-1, 0, 1].map((step) => occurredAt.getTime() + step))),
  ];
  const history = new PostgresBalanceHistoryReader(dataSource);
  for (const time of times) {
    const at = new Date(time);
    const found = await history.findAt(accountId, at);
    const { available, held, incoming } = found ?? {};
    expect({ at, balance: { available, held, incoming } }).toEqual({ at, balance: replayUntil(events, at) });
  }
  const lines = await dataSource.query<{ amount: string; posted_at: Date }[]>(
    `SELECT amount, posted_at FROM entries WHERE account_id = $1 AND line = 'account'`,
    [uuidFromId(accountId)],
  );
  const instants = times.map((time) => addMilliseconds(new Date(time), 1));
  const totals = await new PostgresRunningTotalsReader(dataSource).before(accountId, instants);
  const expected = instants.map((instant) => {
    const amounts = lines.filter((line) => line.posted_at < instant).map(({ amount }) => BigInt(amount));
    const sum = (sign: bigint) =>
      amounts
        .map((amount) => amount * sign)
        .reduce((total, amount) => (amount > 0n ? total + amount : total), 0n);
    return { count: BigInt(amounts.length), in: sum(1n), out: sum(-1n) };
  });
  expect(totals).toEqual(expected);
  return times.length;
}
