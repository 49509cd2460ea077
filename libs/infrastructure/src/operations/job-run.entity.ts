import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';
import { optional } from '../postgres/entity-mapping.js';

export interface JobRun {
  readonly name: string;
  readonly everySeconds: number;
  readonly lastRunAt: Date;
  readonly lastSuccessAt: Date | undefined;
  readonly lastFailureAt: Date | undefined;
}

export const JobRunEntity = new EntitySchema<JobRun>({
  name: 'job_run',
  tableName: 'job_runs',
  columns: {
    name: { type: 'text', primary: true },
    everySeconds: { name: 'every_seconds', type: 'integer' },
    lastRunAt: instant('last_run_at'),
    lastSuccessAt: optional(instant('last_success_at')),
    lastFailureAt: optional(instant('last_failure_at')),
  },
});
