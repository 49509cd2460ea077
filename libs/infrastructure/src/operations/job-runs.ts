import type { DataSource } from 'typeorm';
import type { JobRun } from './job-run.entity.js';

interface Job {
  readonly name: string;
  readonly everySeconds: number;
}

// In the order of the names, so that two workers do not deadlock. A worker never overwrites a later run of another.
const SAVE = `
  INSERT INTO job_runs (name, every_seconds, last_run_at, last_success_at, last_failure_at)
  SELECT * FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
  ORDER BY 1
  ON CONFLICT (name) DO UPDATE SET
    every_seconds = excluded.every_seconds,
    last_run_at = greatest(job_runs.last_run_at, excluded.last_run_at),
    last_success_at = greatest(job_runs.last_success_at, excluded.last_success_at),
    last_failure_at = greatest(job_runs.last_failure_at, excluded.last_failure_at)`;

/** The last runs of the jobs of one worker. They are stored together, because some jobs run every second. */
export class JobRuns {
  private readonly changed = new Map<string, JobRun>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: readonly Job[],
  ) {}

  record(name: string, isSuccessful: boolean, now: Date): void {
    const everySeconds = this.jobs.find((job) => job.name === name)?.everySeconds;
    if (everySeconds === undefined) return;
    const before = this.changed.get(name);
    this.changed.set(name, {
      name,
      everySeconds,
      lastRunAt: now,
      lastSuccessAt: isSuccessful ? now : before?.lastSuccessAt,
      lastFailureAt: isSuccessful ? before?.lastFailureAt : now,
    });
  }

  /** Runs that cannot be stored are stored with the next ones. */
  async save(): Promise<void> {
    const runs = [...this.changed.values()];
    if (runs.length === 0) return;
    const column = (name: keyof JobRun) => runs.map((run) => run[name] ?? null);
    await this.dataSource.query(SAVE, [
      column('name'),
      column('everySeconds'),
      column('lastRunAt'),
      column('lastSuccessAt'),
      column('lastFailureAt'),
    ]);
    for (const run of runs) if (this.changed.get(run.name) === run) this.changed.delete(run.name);
  }

  /** Deletes jobs that this worker does not have: a setting turned them off, or a release removed them. */
  async forgetOthers(): Promise<void> {
    const names = this.jobs.map(({ name }) => name);
    await this.dataSource.query('DELETE FROM job_runs WHERE name <> ALL ($1)', [names]);
  }
}
