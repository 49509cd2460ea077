/** Kills worker processes 20 times; MAIL_KILLS sets another number. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Holder, openAccount } from '../support/account-holders.js';
import { isPending } from '../support/is-pending.js';
import { APPROVED, asHolder, cardOf, requestPayment, sql, submitCard } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { selfSigned } from '../support/self-signed.js';
import { SmtpReceiver } from '../support/smtp.js';
import { until } from '../support/until.js';
import { type RunningWorker, startWorker } from '../support/worker-process.js';

const KILLS = Number(process.env['MAIL_KILLS'] ?? 20);
const LANES = 4;

let api: RunningApi;
let account: Holder;
let smtp: SmtpReceiver;
const workers: RunningWorker[] = [];

beforeEach(async () => {
  api = await startApi({ environment: { MAIL_PAYMENTS_PER_HOUR: '10000' } });
  account = await openAccount(api, { name: 'Tea & Co' });
  smtp = await SmtpReceiver.open();
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end('SIGTERM')));
  await smtp.close();
  await api.stop();
});

async function begin(environment: Record<string, string> = smtp.environment): Promise<RunningWorker> {
  const worker = await startWorker(api, environment);
  workers.push(worker);
  return worker;
}

const ask = (to: string) => requestPayment(api, account, { customer_email: to, send_email: true });

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
}

const mails = () =>
  sql<Row>(
    api.databaseUrl,
    'SELECT id, kind, status, attempts, last_error AS error FROM mails ORDER BY created_at',
  );

const untilEnded = (withinMs?: number) =>
  until(
    'all mails are sent',
    async () => (await mails()).every(({ status }) => status !== 'pending'),
    withinMs,
  );

/** Ends claims and delays between attempts. */
const makeDue = () =>
  sql(
    api.databaseUrl,
    `UPDATE mails SET next_attempt_at = now(), claimed_until = NULL WHERE status = 'pending'`,
  );

describe('the worker', () => {
  it('sends request, receipt, refund and closure, with links and without an address in its log', async () => {
    const worker = await begin();
    const payment = await ask('grace@example.com');
    await until('the request is sent', () => smtp.received.length === 1);
    await submitCard(payment.page, cardOf(APPROVED));
    const refund = { token: account.token, body: {} };
    await api.request('POST', `/v1/payments/${payment.id}/refunds`, refund);
    await asHolder(api, account, 'DELETE', '/v1/account');
    await untilEnded();
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(
      [account.email, 'grace@example.com', 'grace@example.com', 'grace@example.com'].sort(),
    );
    const page = `https://pay.example.com/pay/${new URL(payment.page).pathname.slice('/pay/'.length)}`;
    const [request] = smtp.received;
    expect(request?.content).toContain('Subject: Payment request from Tea & Co: $75.00');
    expect(request?.content).toContain('From: Example Pay <pay@florin.example>');
    expect(request?.content).toContain(page);
    expect(request?.content).toContain('Tea &amp; Co');
    expect(smtp.received.filter(({ content }) => content.includes(`${page}/receipt`))).toHaveLength(2);
    expect(new Set(smtp.received.map(({ messageId }) => messageId))).toEqual(
      new Set((await mails()).map(({ id }) => `<${id}@florin.example>`)),
    );
    expect(worker.output()).not.toMatch(/grace@|holder-|Tea|pay\.example/);
    const metrics = await (await fetch(`${worker.url}/metrics`)).text();
    expect(metrics).toContain('mails_total{outcome="sent"} 4');
    expect(metrics).toContain('mails_pending 0');
  });

  it('tries again after a temporary error, and gives up a rejected mail, without the address in the row', async () => {
    smtp.rejects = (to) => {
      if (to.startsWith('busy')) return { code: 451, at: 'DATA' };
      if (to.startsWith('spam')) return { code: 554, at: 'DATA' };
      return { code: 550, at: 'RCPT' };
    };
    const worker = await begin();
    for (const name of ['busy', 'spam', 'unknown']) await ask(`${name}@example.com`);
    await until('each is tried', async () => (await mails()).every(({ attempts }) => attempts === 1));
    expect((await mails()).map(({ status, error }) => [status, error])).toEqual([
      ['pending', 'smtp_451'],
      ['failed', 'smtp_554'],
      ['failed', 'smtp_550'],
    ]);
    smtp.rejects = () => undefined;
    await makeDue();
    await untilEnded();
    expect(smtp.received.map(({ to }) => to)).toEqual(['busy@example.com']);
    expect(worker.output()).toContain('smtp_550');
    expect(worker.output()).not.toContain('@example.com');
  });

  it('repeats a mail whose answer was lost, with the same Message-ID', async () => {
    let answers = 0;
    smtp.losesAnswer = () => answers++ === 0;
    await begin();
    await ask('grace@example.com');
    await until('the first is tried', async () => (await mails()).every(({ attempts }) => attempts === 1));
    expect(smtp.received).toHaveLength(1);
    await makeDue();
    await untilEnded();
    const [id] = (await mails()).map((mail) => `<${mail.id}@florin.example>`);
    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([id, id]);
  });

  it('logs in over TLS, and retries while the password is wrong', async () => {
    await smtp.close();
    const { cert, key } = selfSigned();
    const folder = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-`));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, cert);
    const credentials = { user: 'florin@shop', pass: 'p:a/ß' };
    smtp = await SmtpReceiver.open({
      secure: true,
      cert,
      key,
      authOptional: false,
      onAuth: ({ username, password }, _session, callback) => {
        const isRight = username === credentials.user && password === credentials.pass;
        if (isRight) callback(null, { user: username });
        else callback(new Error('wrong'));
      },
    });
    const urlWith = (pass: string) =>
      `smtps://${encodeURIComponent(credentials.user)}:${encodeURIComponent(pass)}@127.0.0.1:${smtp.port}`;
    const environment = { ...smtp.environment, NODE_EXTRA_CA_CERTS: file };
    const locked = await begin({ ...environment, MAIL_URL: urlWith('wrong') });
    await ask('grace@example.com');
    await until('it is tried', async () => (await mails()).every(({ attempts }) => attempts === 1));
    expect(await mails()).toMatchObject([{ status: 'pending', error: 'smtp_535' }]);
    await locked.end('SIGTERM');
    await begin({ ...environment, MAIL_URL: urlWith(credentials.pass) });
    await makeDue();
    await untilEnded();
    expect(smtp.received).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  it('without MAIL_URL sends nothing, warns once, and gives mails up after a day', async () => {
    const worker = await begin({});
    await ask('grace@example.com');
    await delay(2_000);
    expect(await mails()).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(worker.output().match(/MAIL_URL is not set/g)).toHaveLength(1);
    await sql(api.databaseUrl, `UPDATE mails SET next_attempt_at = now() - interval '1 day'`);
    await untilEnded();
    expect(await mails()).toMatchObject([{ status: 'failed', error: 'expired' }]);
  });
});

describe(`killed ${KILLS} times`, () => {
  it('workers deliver the mail of each change, once by its Message-ID', async () => {
    smtp.delayMs = () => Math.random() * 200;
    // Of some mails the answer is lost, too.
    smtp.losesAnswer = (to) => to.startsWith('lost') && Math.random() < 0.5;
    let kills = 0;
    const lane = async (): Promise<void> => {
      while (kills < KILLS) {
        kills += 1;
        const worker = await startWorker(api, smtp.environment);
        // Most die while mails are being sent, the others at any time after their start.
        const { attempts } = smtp;
        if (kills % 4 !== 0) await until('a mail is being sent', () => smtp.attempts > attempts);
        await delay(Math.random() * 300);
        await worker.end('SIGKILL');
      }
    };
    const lanes = Promise.all(Array.from({ length: LANES }, lane));
    for (let count = 0; await isPending(lanes); count++) {
      const payment = await ask(`${count % 5 === 0 ? 'lost' : 'customer'}-${count}@example.com`);
      if (count % 3 === 0) await submitCard(payment.page, cardOf(APPROVED));
      await delay(500);
    }
    await lanes;
    const beforeEnd = smtp.received.length;
    smtp.losesAnswer = () => false;
    await begin();
    smtp.delayMs = () => 0;
    const isUnsent = ({ status }: Row): boolean => status === 'pending';
    await until(
      'all mails are sent',
      async () => {
        await makeDue();
        await delay(2_000);
        return !(await mails()).some(isUnsent);
      },
      600_000,
    );
    const rows = await mails();
    expect(rows.filter(({ status }) => status === 'failed')).toEqual([]);
    const sent = rows.filter(({ status }) => status === 'sent').map(({ id }) => `<${id}@florin.example>`);
    expect(new Set(smtp.received.map(({ messageId }) => messageId))).toEqual(new Set(sent));
    expect(sent.length).toBeGreaterThan(KILLS);
    // Some were delivered by workers that were killed; how many depends on the machine.
    expect(beforeEnd).toBeGreaterThan(0);
  }, 1_800_000);
});
