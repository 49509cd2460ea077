import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, DomainError } from '@florin/kernel';
import { SystemClock, SystemIds } from '@florin/kernel/memory';
import { Ledger, SettleDueTransactions } from '@florin/ledger';
import {
  ConcludeAttempt,
  ConcludeRefund,
  CreatePaymentRequest,
  CreateRefund,
  GetPaymentRequest,
  type PaymentRequest,
  PayPaymentRequest,
  type Refund,
  ResolveStuckRefunds,
} from '@florin/payments';
import {
  aCard,
  aNewRequest,
  PlainPageSecrets,
  type ProcessorHooks,
  withHooks,
} from '@florin/payments/testing/paying';
import type { DataSource } from 'typeorm';
import { expectBooksToBalance } from '../../../../test/support/books.js';
import { openDatabase } from '../../../../test/support/open-database.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { PostgresLedgerStore } from '../ledger/postgres-ledger.store.js';
import {
  PostgresBalanceReader,
  PostgresDueTransactions,
  PostgresTransactionReader,
} from '../ledger/postgres-readers.js';
import { paymentsUnitOfWork } from './payments-stores.js';
import { SandboxProcessor } from './sandbox-processor.js';
import { TypeOrmPaymentRequestReader } from './typeorm-payment-request.reader.js';
import { TypeOrmRefundReader } from './typeorm-refund.reader.js';

const clock = new SystemClock();
const ids = new SystemIds();
const secrets = new PlainPageSecrets();
const AMOUNT = 7500;
type Hooks = Partial<ProcessorHooks>;
const UNREACHABLE: Hooks = { beforeRefund: () => Promise.reject(new Error('unreachable')) };

describe('refunds against other changes', () => {
  let url: string;
  let dataSource: DataSource;
  let ledger: Ledger;
  let opened = 0;

  beforeAll(async () => {
    ({ dataSource, url } = await openDatabase());
    ledger = new Ledger(new PostgresLedgerStore(dataSource), clock, ids);
  });

  afterAll(async () => {
    await expectBooksToBalance(url);
  });

  const unitOfWork = () => paymentsUnitOfWork(dataSource, ids);
  const reader = () => new TypeOrmPaymentRequestReader(dataSource);

  async function aPayment(accountId?: AccountId): Promise<PaymentRequest> {
    const creation = new CreatePaymentRequest(unitOfWork(), secrets, clock);
    const created = await creation.execute(aNewRequest({ accountId: accountId ?? (await openAccount()) }));
    if (created.replayed) throw new Error('The request was replayed.');
    const processor = new SandboxProcessor(dataSource);
    const conclusion = new ConcludeAttempt(unitOfWork(), processor, clock);
    const pay = new PayPaymentRequest(unitOfWork(), reader(), secrets, processor, conclusion, clock);
    await pay.execute(secrets.secretOf(created.value.id), aCard());
    return created.value;
  }

  async function openAccount(): Promise<AccountId> {
    const accounts = accountsUnitOfWork(dataSource, ids);
    const opening = new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock);
    const email = `refunds-${++opened}@example.com`;
    const outcome = await opening.execute(anActor(), {
      ...aNewAccount({ email }),
      password: 'correct horse',
    });
    if (outcome.replayed) throw new Error('The account was replayed.');
    return outcome.value.id;
  }

  const conclusion = (hooks: Hooks = {}) =>
    new ConcludeRefund(reader(), unitOfWork(), withHooks(new SandboxProcessor(dataSource), hooks), clock);

  async function refund({ id, accountId }: PaymentRequest, amount?: number, hooks?: Hooks): Promise<Refund> {
    const getRequest = new GetPaymentRequest(reader());
    const creation = new CreateRefund(getRequest, unitOfWork(), conclusion(hooks), clock);
    const created = await creation.execute(id, accountId, { amount, reason: undefined });
    if (created.replayed) throw new Error('The refund was replayed.');
    return created.value;
  }

  const resolveStuck = () =>
    new ResolveStuckRefunds(new TypeOrmRefundReader(dataSource), conclusion(), clock, 0).execute();
  const close = (accountId: AccountId) =>
    new CloseAccount(accountsUnitOfWork(dataSource, ids), clock).execute(anActor(), accountId);
  const statusOf = async ({ accountId, transactionId }: Refund) =>
    (await new PostgresTransactionReader(dataSource).find(transactionId, accountId))?.status;
  const balanceOf = async (accountId: AccountId) => {
    const { available, held } = (await new PostgresBalanceReader(dataSource).find(accountId))!;
    return { available, held };
  };
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'done',
      (error: unknown): unknown => (error instanceof DomainError ? error.code : error),
    );

  it('never exceed a payment when fifty are created at once', async () => {
    const payment = await aPayment();
    await aPayment(payment.accountId);
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(refund(payment, 400))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(18);
    expect(codes.filter((code) => code === 'invalid_request')).toHaveLength(32);
    expect(await reader().find(payment.id, payment.accountId)).toMatchObject({ refundedAmount: 7200 });
    expect(await balanceOf(payment.accountId)).toEqual({ available: 2 * AMOUNT - 7200, held: 0 });
  });

  it('keep the account open until they have ended, and are refused afterwards', async () => {
    const payment = await aPayment();
    const pending = await refund(payment, 100, UNREACHABLE);
    await expect(close(payment.accountId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await statusOf(pending)).toBe('pending');
    expect(await resolveStuck()).toBe(1);
    await close(payment.accountId);
    await expect(refund(payment)).rejects.toMatchObject({ code: 'not_found' });
    expect(await balanceOf(payment.accountId)).toEqual({ available: AMOUNT - 100, held: 0 });
  });

  it('are either refused, ended before, or keep the account open when it closes at the same moment', async () => {
    for (let round = 0; round < 20; round++) {
      const payment = await aPayment();
      const codes = await Promise.all([codeOf(refund(payment)), codeOf(close(payment.accountId))]);
      expect(['done done', 'done conflict', 'not_found done']).toContain(codes.join(' '));
      expect((await balanceOf(payment.accountId)).held).toBe(0);
    }
  });

  it('cannot be settled, canceled or refunded by their transaction', async () => {
    const payment = await aPayment();
    const { accountId } = payment;
    const pending = await refund(payment, 100, UNREACHABLE);
    const { transactionId } = pending;
    const change = { transactionId, accountId };
    const refundOf = { accountId, type: 'refund', amount: 1, currency: payment.currency } as const;
    for (const status of ['succeeded', 'failed'] as const)
      await expect(ledger.settle({ ...change, settlement: { status } })).rejects.toMatchObject({
        code: 'conflict',
      });
    await expect(ledger.cancel(change)).rejects.toMatchObject({ code: 'not_cancellable' });
    await resolveStuck();
    await expect(ledger.create({ ...refundOf, refundOf: transactionId })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await statusOf(pending)).toBe('succeeded');
  });

  it('are not settled automatically', async () => {
    const payment = await aPayment();
    const pending = await refund(payment, 100, UNREACHABLE);
    await ledger.create({
      accountId: payment.accountId,
      type: 'payment',
      amount: 50,
      currency: payment.currency,
    });
    const due = new PostgresDueTransactions(dataSource);
    expect(await new SettleDueTransactions(due, ledger, clock, 0).execute()).toBe(1);
    expect(await statusOf(pending)).toBe('pending');
    expect(await balanceOf(payment.accountId)).toEqual({ available: AMOUNT - 150, held: 100 });
    await resolveStuck();
  });

  it('end once while others settle, cancel, settle automatically and resolve', async () => {
    for (let round = 0; round < 10; round++) {
      const payment = await aPayment();
      const { accountId } = payment;
      const pending = await refund(payment, undefined, UNREACHABLE);
      const change = { transactionId: pending.transactionId, accountId };
      const due = new PostgresDueTransactions(dataSource);
      const codes = await Promise.all([
        codeOf(ledger.settle({ ...change, settlement: { status: 'failed' } })),
        codeOf(ledger.cancel(change)),
        codeOf(new SettleDueTransactions(due, ledger, clock, 0).execute()),
        codeOf(resolveStuck()),
        codeOf(resolveStuck()),
      ]);
      expect(codes).toEqual(['conflict', 'not_cancellable', 'done', 'done', 'done']);
      expect(await statusOf(pending)).toBe('succeeded');
      expect(await balanceOf(accountId)).toEqual({ available: 0, held: 0 });
    }
  });
});
