import type { DataSource } from 'typeorm';
import type { VerifyRun } from './verify-run.entity.js';

const KEPT_RUNS = 100;

// The snapshot of the statement does not contain the new row.
const ADD = `
  WITH added AS (
    INSERT INTO verify_runs (started_at, ended_at, rules, findings) VALUES ($1, $2, $3, $4)
  )
  DELETE FROM verify_runs WHERE id <= (SELECT id FROM verify_runs ORDER BY id DESC OFFSET $5 LIMIT 1)`;

/** Keeps the last hundred runs. Fails on a standby, and for a role that may only read. */
export async function addVerifyRun(
  dataSource: DataSource,
  { startedAt, endedAt, rules, findings }: VerifyRun,
): Promise<void> {
  await dataSource.query(ADD, [startedAt, endedAt, rules, findings, KEPT_RUNS - 1]);
}
