import {
  createLogger,
  type Database,
  openDatabase,
  paymentsUnitOfWork,
  SandboxProcessor,
  SystemClock,
  SystemIds,
  TypeOrmPaymentRequestReader,
  TypeOrmRefundReader,
} from '@florin/infrastructure';
import { ConcludeRefund, ResolveStuckRefunds } from '@florin/payments';
import { REFUND_CRASH_POINTS } from '@florin/payments/testing/crash-points';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal, expectStatus, type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import {
  type CrashingProcess,
  type CrashingProcessOptions,
  startCrashingProcess,
} from '../support/crashing-payments.js';
import {
  APPROVED,
  asHolder,
  cardOf,
  type Payment,
  REFUNDS_FAIL,
  requestPayment,
  sql,
  statusOf,
  submitCard,
} from '../support/payments.js';
import { isPending } from '../support/is-pending.js';
import { type RunningApi, startApi } from '../support/running-api.js';

/** The service that is not killed: it shows the state after the crash of the other. */
let api: RunningApi;
let database: Database;
const crashingProcesses: CrashingProcess[] = [];

beforeAll(async () => {
  api = await startApi();
  database = await openDatabase(api.databaseUrl, createLogger('silent'));
});

afterEach(async () => {
  for (const { process: child, ended } of crashingProcesses.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

afterAll(async () => {
  await expectBooksToBalance(api.databaseUrl);
  await database.close();
  await api.stop();
});

async function start(
  mode: CrashingProcessOptions['mode'],
  crashAt?: CrashingProcessOptions['crashAt'],
): Promise<CrashingProcess> {
  const crashing = await startCrashingProcess({ databaseUrl: api.databaseUrl, mode, crashAt });
  crashingProcesses.push(crashing);
  return crashing;
}

/** The worker's job, without the minimum age of a refund. */
function resolveAll(): Promise<number> {
  const { source } = database;
  const clock = new SystemClock();
  const conclusion = new ConcludeRefund(
    new TypeOrmPaymentRequestReader(source),
    paymentsUnitOfWork(source, new SystemIds()),
    new SandboxProcessor(source),
    clock,
  );
  return new ResolveStuckRefunds(new TypeOrmRefundReader(source), conclusion, clock, 0).execute();
}

async function aPayment(card = APPROVED): Promise<{ account: Holder; payment: Payment }> {
  const account = await openAccount(api);
  const payment = await requestPayment(api, account);
  await submitCard(payment.page, cardOf(card));
  expect(await statusOf(api, account, payment.id)).toBe('succeeded');
  return { account, payment };
}

/** On the service that will be killed. */
const refundOn = (
  { firstMessage }: CrashingProcess,
  { token }: Holder,
  { id }: Payment,
  body: object,
  key: string,
) =>
  fetch(`${firstMessage as string}/v1/payments/${id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

async function stateOf(account: Holder, { id }: Payment) {
  const refunds = await asHolder(api, account, 'GET', `/v1/payments/${id}/refunds`);
  const { available, held } = (await asHolder(api, account, 'GET', '/v1/account/balance')).body;
  const [returned] = await sql<{ sum: string | null }>(
    api.databaseUrl,
    `SELECT sum(amount) FROM sandbox_refunds WHERE charge_key LIKE $1 || '.%' AND outcome = 'succeeded'`,
    [id],
  );
  return {
    statuses: (refunds.body.data as { status: string }[]).map(({ status }) => status),
    refunded: (await asHolder(api, account, 'GET', `/v1/payments/${id}`)).body.refunded_amount,
    returned: Number(returned?.sum),
    balance: [available, held],
  };
}

const REFUNDED = { statuses: ['succeeded'], refunded: 7500, returned: 7500, balance: [0, 0] };
const FAILED = { statuses: ['failed'], refunded: 0, returned: 0, balance: [7500, 0] };

describe('a service that is killed during a refund', () => {
  it.each(REFUND_CRASH_POINTS)('%s leaves a refund that is resolved once', async (point) => {
    for (const [card, expected] of [
      [APPROVED, REFUNDED],
      [REFUNDS_FAIL, FAILED],
    ] as const) {
      const { account, payment } = await aPayment(card);
      const crashing = await start('serve', point);
      await expect(refundOn(crashing, account, payment, {}, 'once')).rejects.toThrow();
      expect(await crashing.ended).toBe('SIGKILL');

      const isEnded = point === 'after refund outcome commit';
      // The amount is held, so the account cannot be closed meanwhile.
      if (!isEnded) expectRefusal(await asHolder(api, account, 'DELETE', '/v1/account'), 409, 'conflict');
      expect(await resolveAll()).toBe(isEnded ? 0 : 1);
      expect(await stateOf(account, payment)).toEqual(expected);
      expect(await resolveAll()).toBe(0);

      // The client retries with its key and learns the outcome.
      const again = await api.request('POST', `/v1/payments/${payment.id}/refunds`, {
        token: account.token,
        body: {},
        headers: { 'idempotency-key': 'once' },
      });
      expect(expectStatus(again, 201).body.status).toBe(expected.statuses[0]);
      expect(await stateOf(account, payment)).toEqual(expected);
    }
  });
});

describe('a worker that is killed while it resolves a refund', () => {
  it.each(['after refund', 'after refund outcome commit'] as const)(
    '%s leaves the rest to the next worker',
    async (point) => {
      const { account, payment } = await aPayment();
      const crashing = await start('serve', 'after refund commit');
      await expect(refundOn(crashing, account, payment, {}, 'once')).rejects.toThrow();
      expect(await (await start('resolve refunds', point)).ended).toBe('SIGKILL');
      await resolveAll();
      expect(await stateOf(account, payment)).toEqual(REFUNDED);
    },
  );
});

describe('a service that is killed at a random moment', () => {
  it('leaves refunds that each end once, and never exceed their payment', async () => {
    const { account, payment } = await aPayment();
    let acknowledged = 0;
    for (const count of [2, 7, 15]) {
      const crashing = await start('serve');
      const before = await countRefunds(payment);
      const sent = Array.from({ length: 20 }, (_, index) =>
        refundOn(crashing, account, payment, { amount: 150 }, `${count} ${index}`).then(
          ({ status }) => {
            acknowledged += Number(status === 201);
          },
          () => undefined,
        ),
      );
      await untilRefunded(payment, before + count, sent);
      crashing.process.kill('SIGKILL');
      await Promise.all(sent);
    }
    await resolveAll();
    const { statuses, refunded, returned, balance } = await stateOf(account, payment);
    expect(statuses).not.toContain('pending');
    expect(returned).toBe(refunded);
    expect(balance).toEqual([7500 - returned, 0]);
    expect(returned).toBeGreaterThanOrEqual(150 * acknowledged);
    expect(returned).toBeLessThanOrEqual(7500);
  });
});

/** Waits until this many refunds have reached the processor, or all requests have been answered. */
async function untilRefunded(payment: Payment, count: number, sent: readonly Promise<void>[]): Promise<void> {
  const answered = Promise.all(sent);
  while (await isPending(answered)) if ((await countRefunds(payment)) >= count) return;
}

const countRefunds = async ({ id }: Payment): Promise<number> =>
  (await sql(api.databaseUrl, `SELECT 1 FROM sandbox_refunds WHERE charge_key LIKE $1 || '.%'`, [id])).length;
