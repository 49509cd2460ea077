import { type AccountId, type Currency, uuidFromId } from '@florin/kernel';
import type { Entry } from '@florin/ledger';
import { EntitySchema } from 'typeorm';
import { bigintColumn } from '../postgres/columns.js';
import { idColumn } from '../postgres/entity-mapping.js';

/** Sums of the numbered account lines of one currency and day in UTC. */
interface ActivityDayRow {
  readonly currency: Currency;
  /** `2026-01-31` */
  readonly day: string;
  readonly postedCount: number;
  readonly totalIn: number;
  readonly totalOut: number;
}

interface ActivityDeltaRow extends ActivityDayRow {
  readonly accountId: AccountId;
  readonly id: number;
}

const SUMS = {
  postedCount: { ...bigintColumn, name: 'posted_count' },
  totalIn: { ...bigintColumn, name: 'total_in' },
  totalOut: { ...bigintColumn, name: 'total_out' },
} as const;

export const ActivityDayEntity = new EntitySchema<ActivityDayRow>({
  name: 'activity_day',
  tableName: 'activity_days',
  columns: { currency: { type: 'text', primary: true }, day: { type: 'date', primary: true }, ...SUMS },
});

/** What a SQL transaction posted, not yet added to the days. */
export const ActivityDeltaEntity = new EntitySchema<ActivityDeltaRow>({
  name: 'activity_delta',
  tableName: 'activity_deltas',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    id: { ...bigintColumn, primary: true, generated: 'increment' },
    currency: { type: 'text' },
    day: { type: 'date' },
    ...SUMS,
  },
});

/** The sums of these entries by currency and day. Only numbered lines count: the others are added when they are numbered. */
export function activityRowsOf(entries: readonly Entry[]): object[] {
  const sums = new Map<string, Omit<ActivityDeltaRow, 'id'>>();
  for (const { accountId, currency, amount, postedAt, running } of entries) {
    if (running === undefined) continue;
    const day = postedAt.toISOString().slice(0, 10);
    const sum = sums.get(`${currency} ${day}`);
    sums.set(`${currency} ${day}`, {
      accountId: sum?.accountId ?? accountId,
      currency,
      day,
      postedCount: (sum?.postedCount ?? 0) + 1,
      totalIn: (sum?.totalIn ?? 0) + Math.max(amount, 0),
      totalOut: (sum?.totalOut ?? 0) + Math.max(-amount, 0),
    });
  }
  return [...sums.values()].map((sum) => ({ ...sum, accountId: uuidFromId(sum.accountId) }));
}
