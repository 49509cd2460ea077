import { EntitySchema } from 'typeorm';
import { bigintColumn, instant } from '../postgres/columns.js';

/** One run of `florin verify`. */
export interface VerifyRun {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly rules: number;
  readonly findings: number;
}

export const VerifyRunEntity = new EntitySchema<VerifyRun & { readonly id: number }>({
  name: 'verify_run',
  tableName: 'verify_runs',
  columns: {
    id: { ...bigintColumn, primary: true, generated: 'increment' },
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    rules: { type: 'integer' },
    findings: { type: 'integer' },
  },
});
