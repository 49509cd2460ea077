import { once } from 'node:events';
import {
  createLogger,
  type Database,
  openDatabase,
  paymentsUnitOfWork,
  SandboxProcessor,
  SystemClock,
  SystemIds,
  TypeOrmPaymentRequestReader,
} from '@florin/infrastructure';
import { ConcludeAttempt, ResolveStuckAttempts } from '@florin/payments';
import type { CrashPoint } from '@florin/payments/testing/crash-points';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Holder, openAccount } from '../support/account-holders.js';
import { expectBooksToBalance } from '../support/books.js';
import { type CrashingProcess, startCrashingProcess } from '../support/crashing-payments.js';
import {
  APPROVED,
  asHolder,
  availableOf,
  cardOf,
  chargedFor,
  DECLINED,
  digestOf,
  type Payment,
  requestPayment,
  sql,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

/** The service that is not killed: it opens accounts, and shows the state after the crash of the other. */
let api: RunningApi;
let database: Database;
let account: Holder;
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

async function serveUntil(crashAt?: CrashPoint, holdCharges = false): Promise<CrashingProcess> {
  const crashingProcess = await startCrashingProcess({
    databaseUrl: api.databaseUrl,
    mode: 'serve',
    crashAt,
    holdCharges,
  });
  crashingProcesses.push(crashingProcess);
  return crashingProcess;
}

/** The worker's job, without the minimum age of an attempt. */
function resolveAll(): Promise<number> {
  const { source } = database;
  const clock = new SystemClock();
  const processor = new SandboxProcessor(source);
  const unitOfWork = paymentsUnitOfWork(source, new SystemIds());
  const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
  const reader = new TypeOrmPaymentRequestReader(source);
  return new ResolveStuckAttempts(reader, processor, conclusion, clock, 0).execute();
}

async function resolveUntil(crashAt: CrashPoint): Promise<CrashingProcess> {
  const crashingProcess = await startCrashingProcess({
    databaseUrl: api.databaseUrl,
    mode: 'resolve',
    crashAt,
  });
  crashingProcesses.push(crashingProcess);
  return crashingProcess;
}

/** The same page on the service that will be killed. */
const pageOn = ({ firstMessage }: CrashingProcess, { page }: Payment): string =>
  `${firstMessage as string}${new URL(page).pathname}`;

interface PaymentState {
  readonly status: string;
  readonly charging: boolean;
  readonly charged: number;
  readonly credited: number;
}

async function stateOf(payment: Payment): Promise<PaymentState> {
  const [row] = await sql<{ status: string; charging: boolean; credited: string }>(
    api.databaseUrl,
    `SELECT status, charging, (SELECT coalesce(sum(amount), 0) FROM transactions
       WHERE reference = $1 AND type = 'credit' AND status = 'succeeded') AS credited
     FROM payment_requests WHERE page_digest = $2`,
    [payment.id, digestOf(payment)],
  );
  const charged = await chargedFor(api.databaseUrl, payment.id);
  return { status: row!.status, charging: row!.charging, charged, credited: Number(row!.credited) };
}

const SETTLED = { status: 'succeeded', charging: false, charged: 7500, credited: 7500 };
const UNTOUCHED = { status: 'pending', charging: false, charged: 0, credited: 0 };
const REVERSED = { status: 'canceled', charging: false, charged: 0, credited: 0 };

describe('a service that is killed during a payment', () => {
  it.each([
    ['after intent commit', UNTOUCHED],
    ['after charge', SETTLED],
    ['after outcome commit', SETTLED],
  ] as const)('%s leaves a request that is resolved to one outcome', async (point, outcome) => {
    account = await openAccount(api);
    const payment = await requestPayment(api, account);
    const crashing = await serveUntil(point);
    await expect(submitCard(pageOn(crashing, payment), cardOf(APPROVED))).rejects.toThrow();
    expect(await crashing.ended).toBe('SIGKILL');

    expect(await resolveAll()).toBe(point === 'after outcome commit' ? 0 : 1);
    expect(await stateOf(payment)).toEqual(outcome);
    expect(await resolveAll()).toBe(0);

    // A customer who was not charged can pay now; one who was charged is not charged again.
    expect((await submitCard(payment.page, cardOf(APPROVED))).status).toBe(303);
    expect(await stateOf(payment)).toEqual(SETTLED);
    expect(await availableOf(api, account)).toBe(7500);
  });

  it('counts a declined card once, although the response was lost', async () => {
    account = await openAccount(api);
    const payment = await requestPayment(api, account);
    const crashing = await serveUntil('after charge');
    await expect(submitCard(pageOn(crashing, payment), cardOf(DECLINED))).rejects.toThrow();
    await resolveAll();
    await resolveAll();
    const rows = await sql(api.databaseUrl, 'SELECT declines FROM payment_requests WHERE page_digest = $1', [
      digestOf(payment),
    ]);
    expect(rows).toEqual([{ declines: 1 }]);
  });

  it.each(['after reversal commit', 'after reverse'] as const)(
    '%s has reversed the charge once it is resolved',
    async (point) => {
      const payment = await closedDuringCharge(point);
      expect(await resolveAll()).toBe(1);
      expect(await stateOf(payment)).toEqual(REVERSED);
      expect(await resolveAll()).toBe(0);
    },
  );
});

describe('a worker that is killed while it resolves an attempt', () => {
  it.each([
    ['after resolve', SETTLED],
    ['after outcome commit', SETTLED],
  ] as const)('%s leaves the rest to the next worker', async (point, outcome) => {
    account = await openAccount(api);
    const payment = await requestPayment(api, account);
    const crashing = await serveUntil('after charge');
    await expect(submitCard(pageOn(crashing, payment), cardOf(APPROVED))).rejects.toThrow();
    expect(await (await resolveUntil(point)).ended).toBe('SIGKILL');
    await resolveAll();
    expect(await stateOf(payment)).toEqual(outcome);
  });

  it.each(['after reversal commit', 'after reverse'] as const)(
    '%s leaves the rest to the next worker',
    async (point) => {
      const payment = await closedDuringCharge('after charge');
      expect(await (await resolveUntil(point)).ended).toBe('SIGKILL');
      await resolveAll();
      expect(await stateOf(payment)).toEqual(REVERSED);
    },
  );
});

describe('a service that is killed at a random moment', () => {
  it('leaves twenty payments that are each paid once or not at all', async () => {
    account = await openAccount(api);
    const payments: Payment[] = [];
    for (const charges of [1, 6, 13]) {
      const crashing = await serveUntil();
      const round: Payment[] = [];
      while (round.length < 20) round.push(await requestPayment(api, account));
      const submitted = round.map((payment) =>
        submitCard(pageOn(crashing, payment), cardOf(APPROVED)).catch(() => undefined),
      );
      await untilCharged(round, charges);
      crashing.process.kill('SIGKILL');
      await Promise.all(submitted);
      payments.push(...round);
    }
    expect(await resolveAll()).toBeGreaterThan(0);
    const states = await Promise.all(payments.map(stateOf));
    expect(states.filter(({ charging }) => charging)).toEqual([]);
    for (const state of states) expect([SETTLED, UNTOUCHED]).toContainEqual(state);

    for (const payment of payments) await submitCard(payment.page, cardOf(APPROVED));
    expect(await Promise.all(payments.map(stateOf))).toEqual(payments.map(() => SETTLED));
    expect(await availableOf(api, account)).toBe(60 * 7500);
  }, 900_000);
});

/** Waits for this many charges, so that the other payments are in all stages. */
async function untilCharged(payments: readonly Payment[], count: number): Promise<void> {
  const keys = payments.map(({ id }) => `${id}.1`);
  for (;;) {
    const charges = await sql(api.databaseUrl, 'SELECT 1 FROM sandbox_charges WHERE key = ANY ($1)', [keys]);
    if (charges.length >= count) return;
  }
}

/** Closes the account after the charge and before its outcome is committed; then the service is killed. */
async function closedDuringCharge(point: CrashPoint): Promise<Payment> {
  const closing = await openAccount(api);
  const payment = await requestPayment(api, closing);
  const crashing = await serveUntil(point, true);
  const charged = once(crashing.process, 'message');
  const submitted = submitCard(pageOn(crashing, payment), cardOf(APPROVED));
  submitted.catch(() => undefined);
  await charged;
  expect((await asHolder(api, closing, 'DELETE', '/v1/account')).status).toBe(200);
  crashing.process.send('go on');
  await expect(submitted).rejects.toThrow();
  expect(await crashing.ended).toBe('SIGKILL');
  return payment;
}
