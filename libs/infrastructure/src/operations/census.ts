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

export async function takeCensus(dataSource: DataSource): Promise<Census> {
  const counted = async (table: string): Promise<CountByStatus> => {
    const rows = await dataSource.query<{ status: string; count: string }[]>(
      `SELECT status, count(*) FROM ${table} GROUP BY status ORDER BY status`,
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, safeInteger(count)]));
  };
  return {
    accounts: await counted('accounts'),
    transactions: await counted('transactions'),
    paymentRequests: await counted('payment_requests'),
    subscriptions: await counted('subscriptions'),
  };
}
