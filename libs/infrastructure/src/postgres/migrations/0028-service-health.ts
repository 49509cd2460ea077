import { SqlMigration } from './sql-migration.js';

// One row per job, which the workers overwrite.
const JOB_RUNS = `
  CREATE TABLE job_runs (
    name            text           NOT NULL,
    every_seconds   integer        NOT NULL,
    last_run_at     timestamptz(3) NOT NULL,
    last_success_at timestamptz(3),
    last_failure_at timestamptz(3),
    CONSTRAINT job_runs_pkey PRIMARY KEY (name),
    CONSTRAINT job_runs_every_check CHECK (every_seconds > 0),
    CONSTRAINT job_runs_outcome_check CHECK (num_nonnulls(last_success_at, last_failure_at) > 0)
  )
`;

const VERIFY_RUNS = `
  CREATE TABLE verify_runs (
    id         bigint         GENERATED ALWAYS AS IDENTITY,
    started_at timestamptz(3) NOT NULL,
    ended_at   timestamptz(3) NOT NULL,
    rules      integer        NOT NULL,
    findings   integer        NOT NULL,
    CONSTRAINT verify_runs_pkey PRIMARY KEY (id),
    CONSTRAINT verify_runs_period_check CHECK (ended_at >= started_at),
    CONSTRAINT verify_runs_counts_check CHECK (rules > 0 AND findings >= 0)
  )
`;

const FAILING = `CREATE INDEX webhook_endpoints_failing_idx ON webhook_endpoints (status)
  WHERE failing_since IS NOT NULL`;

/** What an admin sees of the jobs, the verification of the ledger and the webhooks. */
export class ServiceHealth0000000000028 extends SqlMigration {
  readonly apply = [JOB_RUNS, VERIFY_RUNS, FAILING];
  readonly revert = [`DROP INDEX webhook_endpoints_failing_idx`, `DROP TABLE verify_runs, job_runs`];
}
