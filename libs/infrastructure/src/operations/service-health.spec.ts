import { describe, expect, it } from '@jest/globals';
import type { JobRun } from './job-run.entity.js';
import { healthProblemsOf, isLate, type ServiceState } from './service-health.js';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

const aJob = (change: Partial<JobRun> = {}): JobRun => ({
  name: 'expire-requests',
  everySeconds: 2,
  lastRunAt: ago(3),
  lastSuccessAt: ago(3),
  lastFailureAt: undefined,
  ...change,
});

const aState = (change: Partial<ServiceState> = {}): ServiceState => ({
  readAt: now,
  jobs: [aJob()],
  verify: undefined,
  webhooks: { pending: 3, oldestSeconds: 120, failingEndpoints: 2 },
  mails: { pending: 1, oldestSeconds: 300 },
  databaseVersion: '17.2',
  pendingMigrations: 0,
  ...change,
});

describe('a job', () => {
  it.each([
    [2, 120, false],
    [2, 121, true],
    [600, 1_800, false],
    [600, 1_801, true],
  ])('every %i s is late %i s after its last success: %s', (everySeconds, seconds, expected) => {
    expect(isLate(aJob({ everySeconds, lastSuccessAt: ago(seconds) }), now)).toBe(expected);
  });

  it('that has only failed is late', () => {
    expect(isLate(aJob({ lastSuccessAt: undefined, lastFailureAt: ago(1) }), now)).toBe(true);
  });
});

describe('the problems of the service', () => {
  const run = { startedAt: ago(60), endedAt: ago(50), rules: 40 };

  it('are none in normal operation, also while receivers fail and before the first verification', () => {
    expect(healthProblemsOf(aState(), true)).toEqual([]);
    expect(healthProblemsOf(aState({ verify: { ...run, findings: 0 } }), true)).toEqual([]);
  });

  it.each<[string, Partial<ServiceState>]>([
    ['no_worker', { jobs: [] }],
    ['jobs_late', { jobs: [aJob(), aJob({ lastSuccessAt: ago(3_600) })] }],
    ['ledger_inconsistent', { verify: { ...run, findings: 1 } }],
    ['webhooks_late', { webhooks: { pending: 1, oldestSeconds: 121, failingEndpoints: 0 } }],
    ['mails_late', { mails: { pending: 1, oldestSeconds: 301 } }],
    ['migrations_pending', { pendingMigrations: 1 }],
  ])('include %s', (problem, change) => {
    expect(healthProblemsOf(aState(change), true)).toEqual([problem]);
  });

  it('do not include mails without a mail server', () => {
    expect(healthProblemsOf(aState({ mails: { pending: 9, oldestSeconds: 9_000 } }), false)).toEqual([]);
  });
});
