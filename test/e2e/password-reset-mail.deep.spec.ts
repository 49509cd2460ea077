import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addUser,
  expectStatus,
  logIn,
  logInAdmin,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { linkOf, query, requestReset, submitPassword } from '../support/password-resets.js';
import { openPage } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { dumpDatabase } from '../support/secret-tracker.js';
import { SmtpReceiver } from '../support/smtp.js';
import { until } from '../support/until.js';
import { type RunningWorker, startWorker } from '../support/worker-process.js';

const NEW_PASSWORD = 'a new and fine password';
let api: RunningApi;
let smtp: SmtpReceiver;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  smtp = await SmtpReceiver.open();
});

afterAll(async () => {
  await worker?.end('SIGKILL');
  await smtp.close();
  await api.stop();
});

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to === email);
const statuses = async (): Promise<Record<string, number>> => {
  const rows = await query<{ status: string; count: number }>(
    api,
    'SELECT status, count(*)::int FROM mails GROUP BY status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

describe('the mail of a password reset', () => {
  it('is not sent for a reset that has no user, is used or expired, or whose user is not active', async () => {
    const [used, expired, suspended, deleted] = await Promise.all([1, 2, 3, 4].map(() => addUser(api)));
    expectStatus(await requestReset(api, 'unknown@example.com'), 202);
    for (const { email } of [used!, expired!, suspended!, deleted!]) await linkOf(api, email);
    await submitPassword((await linkOf(api, used!.email)).page, NEW_PASSWORD);
    const past = `created_at = now() - interval '31 minutes', expires_at = now() - interval '1 second'`;
    const ofExpired = 'user_id = (SELECT id FROM users WHERE email = $1)';
    await query(api, `UPDATE password_resets SET ${past} WHERE ${ofExpired}`, [expired!.email]);
    const token = await logInAdmin(api);
    const body = { status: 'suspended' };
    await api.request('PATCH', `/v1/users/${suspended!.id}`, { token, body });
    await api.request('DELETE', `/v1/users/${deleted!.id}`, { token });

    worker = await startWorker(api, smtp.environment);
    await until('all mails are skipped', async () => (await statuses())['skipped'] === 6);
    expect(smtp.attempts).toBe(0);
  });

  it('has a link at PUBLIC_URL that sets the password, in the language of the account', async () => {
    const { email } = await openAccount(api, { settings: { language: 'de' } });
    expectStatus(await requestReset(api, email, { host: 'evil.example' }), 202);
    await until('the mail is sent', () => mailsTo(email).length === 1);
    const [{ content } = { content: '' }] = mailsTo(email);
    expect(content).toContain('Content-Language: de');
    expect(content).toContain('30 Minuten');
    expect(content).not.toContain('evil.example');
    const [, token = ''] = /https:\/\/pay\.example\.com\/reset\/([\w-]{54})\b/.exec(content) ?? [];
    const page = `${api.url}/reset/${token}`;
    expect((await openPage(page)).status).toBe(200);
    expect((await submitPassword(page, NEW_PASSWORD)).status).toBe(303);
    await logIn(api, email, NEW_PASSWORD);

    const everything = [worker!.output(), ...api.logs, ...(await dumpDatabase(api.databaseUrl))].join('\n');
    expect(everything).not.toContain(token);
    expect(worker!.output()).not.toContain(email);
  });

  it('of a user without an account is in English', async () => {
    const { email } = await addUser(api);
    expectStatus(await requestReset(api, email), 202);
    await until('the mail is sent', () => mailsTo(email).length === 1);
    expect(mailsTo(email)[0]!.content).toContain('Reset your password');
  });
});
