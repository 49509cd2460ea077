import {
  HEALTH_PROBLEMS,
  type HealthProblem,
  isLate,
  type JobRun,
  type ServiceState,
} from '@florin/infrastructure';
import { addMilliseconds, SECOND_MS } from '@florin/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiBoolean, ApiEnum, ApiInteger, ApiText, ApiTimestamp, NULL_AT_FIRST } from '../openapi/fields.js';

const STATUSES = ['ok', 'degraded'] as const;

@ApiSchema({ name: 'JobHealth', description: 'A recurring job. The times are accurate to five seconds.' })
class JobHealthBody {
  @ApiText('The name of the job, as in metrics and logs.', 'deliver-webhooks') name!: string;
  @ApiInteger('How often it runs, in seconds.', 1, 1) every_seconds!: number;
  @ApiTimestamp('When it last ran in any worker.') last_run_at!: string;
  @ApiTimestamp('When it last succeeded.', { nullable: true }) last_success_at!: string | null;
  @ApiTimestamp('When it last failed. The log of the worker has the cause.', NULL_AT_FIRST)
  last_failure_at!: string | null;
  @ApiBoolean('Whether it has not succeeded for three intervals, and for two minutes.') is_late!: boolean;
}

@ApiSchema({ name: 'VerifyHealth', description: 'The last run of `florin verify` that could be recorded.' })
class VerifyHealthBody {
  @ApiTimestamp('When it started.') started_at!: string;
  @ApiTimestamp('When it ended.') ended_at!: string;
  @ApiInteger('The number of rules that were checked.', 60, 1) rules!: number;
  @ApiInteger('The number of damaged rows.', 0) findings!: number;
}

@ApiSchema({ name: 'MailHealth', description: 'Mails that wait to be sent.' })
class MailHealthBody {
  @ApiInteger('How many wait, including those that are retried later.', 0) pending!: number;
  @ApiTimestamp('Since when the oldest of them has been due; null if none is due.', NULL_AT_FIRST)
  oldest_due_at!: string | null;
}

@ApiSchema({ name: 'WebhookHealth', description: 'Webhooks that wait to be sent to enabled endpoints.' })
class WebhookHealthBody extends MailHealthBody {
  @ApiInteger('Enabled endpoints whose last attempt failed.', 0) failing_endpoints!: number;
}

@ApiSchema({ name: 'DatabaseHealth', description: 'The PostgreSQL server.' })
class DatabaseHealthBody {
  @ApiText('Its version.', '17.2') version!: string;
  @ApiInteger('Migrations of this release that have not run.', 0) pending_migrations!: number;
}

@ApiSchema({ name: 'ServiceHealth', description: 'The state of the service.' })
export class ServiceHealthBody {
  @ApiEnum(STATUSES, '`degraded` if there is a problem.') status!: (typeof STATUSES)[number];
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...HEALTH_PROBLEMS] },
    description: 'What is wrong; empty if nothing is.',
    example: [],
  })
  problems!: readonly HealthProblem[];
  @ApiProperty({ type: [JobHealthBody], description: 'By name; empty if no worker has run.' })
  jobs!: JobHealthBody[];
  @ApiProperty({
    type: VerifyHealthBody,
    nullable: true,
    description: 'Null before the first run.',
  })
  verify!: VerifyHealthBody | null;
  @ApiProperty({ type: WebhookHealthBody }) webhooks!: WebhookHealthBody;
  @ApiProperty({ type: MailHealthBody }) mails!: MailHealthBody;
  @ApiProperty({ type: DatabaseHealthBody }) database!: DatabaseHealthBody;
}

export const serviceHealthBody = (
  state: ServiceState,
  problems: readonly HealthProblem[],
): ServiceHealthBody => ({
  status: problems.length === 0 ? 'ok' : 'degraded',
  problems,
  jobs: state.jobs.map((job) => jobHealthBody(job, state.readAt)),
  verify: verifyHealthBody(state),
  webhooks: {
    ...backlogBody(state.webhooks, state.readAt),
    failing_endpoints: state.webhooks.failingEndpoints,
  },
  mails: backlogBody(state.mails, state.readAt),
  database: { version: state.databaseVersion, pending_migrations: state.pendingMigrations },
});

const jobHealthBody = (job: JobRun, now: Date): JobHealthBody => ({
  name: job.name,
  every_seconds: job.everySeconds,
  last_run_at: job.lastRunAt.toISOString(),
  last_success_at: job.lastSuccessAt?.toISOString() ?? null,
  last_failure_at: job.lastFailureAt?.toISOString() ?? null,
  is_late: isLate(job, now),
});

const verifyHealthBody = ({ verify }: ServiceState): VerifyHealthBody | null =>
  verify === undefined
    ? null
    : {
        started_at: verify.startedAt.toISOString(),
        ended_at: verify.endedAt.toISOString(),
        rules: verify.rules,
        findings: verify.findings,
      };

const backlogBody = (
  { pending, oldestSeconds }: ServiceState['mails'],
  now: Date,
): Pick<MailHealthBody, 'pending' | 'oldest_due_at'> => ({
  pending,
  oldest_due_at: oldestSeconds > 0 ? addMilliseconds(now, -oldestSeconds * SECOND_MS).toISOString() : null,
});
