import type { DataSource } from 'typeorm';
import { safeInteger } from '../postgres/columns.js';

const TABLES = {
  accounts: 'accounts',
  transactions: 'transactions',
  paymentRequests: 'payment_requests',
  subscriptions: 'subscriptions',
} as const;

export type RowCounts = Readonly<Record<keyof typeof TABLES, Readonly<Record<string, number>>>>;

export async function countRowsByStatus(dataSource: DataSource): Promise<RowCounts> {
  const counts: Record<string, Record<string, number>> = {};
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = await dataSource.query<{ status: string; count: string }[]>(
      `SELECT status, count(*) FROM ${table} GROUP BY status ORDER BY status`,
    );
    counts[name] = Object.fromEntries(rows.map(({ status, count }) => [status, safeInteger(count)]));
  }
  return counts as RowCounts;
}
