import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { watchOf } from './data-source.js';
import { passed } from './servers/server-survey.js';

/** Whether the server serves us, told within the given time even when it is frozen and the connection stays open. */
export async function databaseIsReachable(dataSource: DataSource, withinMs = 900): Promise<boolean> {
  return Promise.race([watchOf(dataSource).isServing(), passed(withinMs).then(() => false)]);
}

export interface PoolGauges {
  readonly size: number;
  readonly idle: number;
  /** Requests that wait for a connection. Many of them mean that more is asked than the database can do. */
  readonly waiting: number;
}

export function poolGauges(dataSource: DataSource): PoolGauges {
  const pool = (dataSource.driver as { master?: Pool }).master;
  return { size: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}
