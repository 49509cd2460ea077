import { MINUTE_MS, SECOND_MS } from '@florin/kernel';
import type { DeliveryBacklog } from '../webhooks/delivery-backlog.js';
import type { MailBacklog } from '../mail/mail-backlog.js';
import type { JobRun } from './job-run.entity.js';
import type { VerifyRun } from './verify-run.entity.js';

export interface ServiceState {
  readonly readAt: Date;
  /** In the order of their names; empty if no worker has run. */
  readonly jobs: readonly JobRun[];
  /** The last one; undefined if there was none. */
  readonly verify: VerifyRun | undefined;
  readonly webhooks: DeliveryBacklog & { readonly failingEndpoints: number };
  readonly mails: MailBacklog;
  readonly databaseVersion: string;
  readonly pendingMigrations: number;
}

export const HEALTH_PROBLEMS = [
  'no_worker',
  'jobs_late',
  'ledger_inconsistent',
  'webhooks_late',
  'mails_late',
  'migrations_pending',
] as const;
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

/** The limits of the alerts in docs/operating/monitoring.md. */
const WEBHOOKS_LATE_SECONDS = 120;
const MAILS_LATE_SECONDS = 300;
/** A run takes up to a minute: see MAX_RUN_MS of the recurring jobs. */
const MIN_JOB_DELAY_MS = 2 * MINUTE_MS;

/** Workers store their runs every five seconds. */
export function isLate({ everySeconds, lastSuccessAt }: JobRun, now: Date): boolean {
  const maxDelayMs = Math.max(MIN_JOB_DELAY_MS, 3 * everySeconds * SECOND_MS);
  return lastSuccessAt === undefined || now.getTime() - lastSuccessAt.getTime() > maxDelayMs;
}

/** Failing endpoints are a problem of their receivers. Without a mail server, mails are not sent, so they are never late. */
export function healthProblemsOf(state: ServiceState, hasMailServer: boolean): readonly HealthProblem[] {
  const { jobs, verify, webhooks, mails, pendingMigrations, readAt } = state;
  const isProblem: Readonly<Record<HealthProblem, boolean>> = {
    no_worker: jobs.length === 0,
    jobs_late: jobs.some((job) => isLate(job, readAt)),
    ledger_inconsistent: verify !== undefined && verify.findings > 0,
    webhooks_late: webhooks.oldestSeconds > WEBHOOKS_LATE_SECONDS,
    mails_late: hasMailServer && mails.oldestSeconds > MAILS_LATE_SECONDS,
    migrations_pending: pendingMigrations > 0,
  };
  return HEALTH_PROBLEMS.filter((problem) => isProblem[problem]);
}
