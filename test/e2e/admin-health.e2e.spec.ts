import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addKey,
  expectRefusal,
  expectStatus,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { sql } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let admin: string;
beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  admin = await logInAdmin(api);
});
afterAll(() => api.stop());

const get = (token?: string) => api.request('GET', '/v1/admin/health', token === undefined ? {} : { token });
const health = async () => expectStatus(await get(admin), 200).body;
const write = (text: string) => sql(api.databaseUrl, text);

describe('GET /v1/admin/health', () => {
  it('is for admins and platform keys', async () => {
    const { token } = await openAccount(api);
    expect((await get(await addKey(api, admin))).status).toBe(200);
    expectRefusal(await get(token), 403, 'forbidden');
    expectRefusal(await get(await addKey(api, token)), 403, 'forbidden');
    expectRefusal(await get(), 401, 'unauthorized');
    const response = await api.request('GET', '/v1/admin/health?verbose=1', { token: admin });
    expectRefusal(response, 400, 'invalid_request');
  });

  it('shows jobs, the last verification, and what waits', async () => {
    expect(await health()).toEqual({
      status: 'degraded',
      problems: ['no_worker'],
      jobs: [],
      verify: null,
      webhooks: { pending: 0, oldest_due_at: null, failing_endpoints: 0 },
      mails: { pending: 0, oldest_due_at: null },
      database: { version: expect.stringMatching(/^\d+\.\d+/), pending_migrations: 0 },
    });
    await write(`INSERT INTO job_runs VALUES ('bill-subscriptions', 2, now(), now(), NULL),
      ('purge-mails', 600, now() - interval '20 minutes', now() - interval '20 minutes', now() - interval '1 hour')`);
    await write(`INSERT INTO verify_runs (started_at, ended_at, rules, findings)
      VALUES (now() - interval '1 day', now() - interval '1 day', 60, 3), (now(), now(), 60, 0)`);
    expect(await health()).toMatchObject({
      status: 'ok',
      problems: [],
      jobs: [
        { name: 'bill-subscriptions', every_seconds: 2, last_failure_at: null, is_late: false },
        { name: 'purge-mails', every_seconds: 600, is_late: false },
      ],
      verify: { rules: 60, findings: 0 },
    });
  });

  it('has a problem when a job is late, and when the ledger is inconsistent', async () => {
    await write(`UPDATE job_runs SET last_success_at = now() - interval '3 minutes' WHERE every_seconds = 2`);
    await write(
      `INSERT INTO verify_runs (started_at, ended_at, rules, findings) VALUES (now(), now(), 60, 1)`,
    );
    expect(await health()).toMatchObject({
      status: 'degraded',
      problems: ['jobs_late', 'ledger_inconsistent'],
      jobs: [{ name: 'bill-subscriptions', is_late: true }, { is_late: false }],
      verify: { findings: 1 },
    });
  });
});
