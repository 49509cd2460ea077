import type { AccountId } from '@florin/kernel';
import { NOTHING } from '../balance/replay.js';
import { notNumberedError } from '../errors.js';
import { NO_TOTALS, type Totals, totalsOf } from '../report/activity.js';
import { type BalanceAt, BalanceHistoryReader, RunningTotalsReader } from '../report/report.readers.js';
import type { MemoryTables } from './memory-ledger.store.js';

export class MemoryBalanceHistoryReader extends BalanceHistoryReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  findAt(accountId: AccountId, at: Date): Promise<BalanceAt | undefined> {
    const balance = this.tables.balances.get(accountId);
    if (balance === undefined) return Promise.resolve(undefined);
    const last = this.tables.events.findLast(
      (event) => event.accountId === accountId && event.balance !== undefined && event.occurredAt <= at,
    );
    return Promise.resolve({
      accountId,
      currency: balance.currency,
      ...(last?.balance ?? NOTHING),
      updatedAt: last?.occurredAt,
    });
  }
}

export class MemoryRunningTotalsReader extends RunningTotalsReader {
  constructor(private readonly tables: MemoryTables) {
    super();
  }

  before(accountId: AccountId, instants: readonly Date[]): Promise<readonly Totals[]> {
    const lines = this.tables.entries.filter(
      (entry) => entry.accountId === accountId && entry.line === 'account',
    );
    if (lines.some(({ running }) => running === undefined)) return Promise.reject(notNumberedError());
    return Promise.resolve(
      instants.map((instant) => {
        const running = lines.findLast(({ postedAt }) => postedAt < instant)?.running;
        return running === undefined ? NO_TOTALS : totalsOf(running);
      }),
    );
  }
}
