import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { JobRuns } from './job-runs.js';
import { ServiceStateReader } from './service-state.reader.js';
import { addVerifyRun } from './verify-runs.js';

let dataSource: DataSource;
beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

const read = () => new ServiceStateReader(dataSource).read();
const at = (second: number): Date => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const BILL = { name: 'bill', everySeconds: 2 };
const SETTLE = { name: 'settle', everySeconds: 1 };

describe('the runs of jobs', () => {
  it('of several workers are merged: the latest of each kind is kept', async () => {
    const [one, other] = [new JobRuns(dataSource, [BILL, SETTLE]), new JobRuns(dataSource, [BILL])];
    one.record('bill', true, at(1));
    one.record('bill', false, at(3));
    one.record('settle', false, at(2));
    one.record('unknown', true, at(2));
    other.record('bill', true, at(2));
    await Promise.all([one.save(), other.save(), one.save()]);
    expect((await read()).jobs).toEqual([
      { ...BILL, lastRunAt: at(3), lastSuccessAt: at(2), lastFailureAt: at(3) },
      { ...SETTLE, lastRunAt: at(2), lastSuccessAt: undefined, lastFailureAt: at(2) },
    ]);
    other.record('bill', true, at(4));
    await other.save();
    expect((await read()).jobs[0]).toMatchObject({
      lastRunAt: at(4),
      lastSuccessAt: at(4),
      lastFailureAt: at(3),
    });
  });

  it('are forgotten when a worker starts without the job', async () => {
    await new JobRuns(dataSource, [BILL]).forgetOthers();
    expect((await read()).jobs.map(({ name }) => name)).toEqual(['bill']);
  });

  it('that could not be stored are stored later', async () => {
    const runs = new JobRuns(dataSource, [SETTLE]);
    runs.record('settle', true, at(9));
    await dataSource.query('ALTER TABLE job_runs RENAME TO gone');
    await expect(runs.save()).rejects.toThrow('job_runs');
    await dataSource.query('ALTER TABLE gone RENAME TO job_runs');
    await runs.save();
    expect((await read()).jobs.at(-1)).toMatchObject({ name: 'settle', lastSuccessAt: at(9) });
  });
});

describe('the runs of the verification', () => {
  it('are kept, the last hundred of them', async () => {
    expect((await read()).verify).toBeUndefined();
    for (let run = 1; run <= 103; run += 1)
      await addVerifyRun(dataSource, { startedAt: at(0), endedAt: at(5), rules: 60, findings: run });
    expect((await read()).verify).toMatchObject({
      startedAt: at(0),
      endedAt: at(5),
      rules: 60,
      findings: 103,
    });
    const [{ count, oldest }] = await dataSource.query<[{ count: number; oldest: number }]>(
      'SELECT count(*)::int, min(findings) AS oldest FROM verify_runs',
    );
    expect([count, oldest]).toEqual([100, 4]);
  });
});

describe('the state of the service', () => {
  it('has the version of the server, and no migration is pending', async () => {
    const { databaseVersion, pendingMigrations, webhooks, mails } = await read();
    expect(databaseVersion).toMatch(/^\d+(\.\d+)+/);
    expect(pendingMigrations).toBe(0);
    expect(webhooks).toEqual({ pending: 0, oldestSeconds: 0, failingEndpoints: 0 });
    expect(mails).toEqual({ pending: 0, oldestSeconds: 0 });
  });
});
