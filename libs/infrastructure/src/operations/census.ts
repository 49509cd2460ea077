import type { DataSource } from 'typeorm';
import { safeInteger } from '../postgres/columns.js';

export type CountByStatus = Readonly<Record<string, number>>;

/** What is in the database, in numbers. */
export interface Census {
  readonly accounts: CountByStatus;
  readonly transactions: CountByStatus;
  readonly paymentRequests: CountByStatus;
  readonly subscriptions: CountByStatus;
}

const TABLES = {
  accounts: 'accounts',
  transactions: 'transactions',
  paymentRequests: 'payment_requests',
  subscriptions: 'subscriptions',
} as const;

export async function takeCensus(dataSource: DataSource): Promise<Census> {
  const counted = async (table: string): Promise<CountByStatus> => {
    const rows = await dataSource.query<{ status: string; count: string }[]>(
      `SELECT status, count(*) FROM ${table} GROUP BY status ORDER BY status`,
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, safeInteger(count)]));
  };
  return {
    accounts: await counted(TABLES.accounts),
    transactions: await counted(TABLES.transactions),
    paymentRequests: await counted(TABLES.paymentRequests),
    subscriptions: await counted(TABLES.subscriptions),
  };
}
