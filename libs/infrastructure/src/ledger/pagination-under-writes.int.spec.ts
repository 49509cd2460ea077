import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import {
  type AccountId,
  Clock,
  type CursorPage,
  type CursorRequest,
  type Id,
  MINUTE_MS,
  SECOND_MS,
  SYSTEM_ACTOR,
  uuidFromId,
} from '@florin/kernel';
import { Ledger } from '@florin/ledger';
import { newTransaction, TestIds } from '@florin/ledger/testing';
import { CreatePaymentRequest, CreateSubscription } from '@florin/payments';
import { aNewRequest } from '@florin/payments/testing/paying';
import { aNewSubscription, PlainPageSecrets } from '@florin/payments/testing/subscriptions';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { isLockAwaited } from '../../../../test/support/lock-waits.js';
import { until } from '../../../../test/support/until.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { TypeOrmPaymentRequestReader } from '../payments/typeorm-payment-request.reader.js';
import { TypeOrmSubscriptionReader } from '../payments/typeorm-subscription.reader.js';
import { LedgerBalances } from './ledger-balances.js';
import { PostgresLedgerStore } from './postgres-ledger.store.js';
import { PostgresEventReader, PostgresTransactionReader } from './postgres-readers.js';

class SkewedClock extends Clock {
  constructor(public skewMs: number) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.skewMs);
  }
}

/** A process of the service, on a machine with clock skew. */
function createProcess(dataSource: DataSource, skewMs: number, clock = new SkewedClock(skewMs)) {
  const ids = new TestIds(clock);
  const payments = paymentsUnitOfWork(dataSource, ids);
  const issue = new CreatePaymentRequest(payments, new PlainPageSecrets(), clock);
  const subscribe = new CreateSubscription(payments, issue, clock);
  const ledger = new Ledger(new PostgresLedgerStore(dataSource), clock, ids);
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  return {
    open: async (email: string): Promise<AccountId> => {
      const opened = await opening.execute(anActor(), {
        ...aNewAccount({ email }),
        password: 'correct horse',
      });
      if (opened.replayed) throw new Error('The account was replayed.');
      return opened.value.id;
    },
    transaction: (accountId: AccountId) => ledger.create(newTransaction(accountId, { type: 'credit' })),
    'settled credit': (accountId: AccountId) =>
      dataSource.transaction(async (manager) => {
        const balances = new LedgerBalances(manager, ids, SYSTEM_ACTOR);
        const { currency } = await balances.lock(accountId);
        await balances.postSettledCredit({ accountId, amount: 1, currency, reference: 'paid' }, clock.now());
      }),
    'payment request': (accountId: AccountId) => issue.execute(aNewRequest({ accountId })),
    subscription: (accountId: AccountId) => subscribe.execute(aNewSubscription({ accountId })),
  };
}

describe('a client that polls a list after the newest item it has', () => {
  let dataSource: DataSource;
  let transactionReader: PostgresTransactionReader;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
    transactionReader = new PostgresTransactionReader(dataSource);
  });

  type List = (accountId: AccountId, page: CursorRequest<Id<never>>) => Promise<CursorPage<{ id: Id }>>;
  const transactions: List = (accountId, page) => transactionReader.list({ accountId }, page);
  const requests: List = (accountId, page) =>
    new TypeOrmPaymentRequestReader(dataSource).list({ accountId }, page);
  const subscriptions: List = (accountId, page) =>
    new TypeOrmSubscriptionReader(dataSource).list({ accountId }, page);

  it.each([
    ['transaction', transactions],
    ['settled credit', transactions],
    ['payment request', requests],
    ['subscription', subscriptions],
  ] as const)('misses no %s of a process whose clock is behind', async (kind, list) => {
    const [ahead, behind] = [
      createProcess(dataSource, 4 * SECOND_MS),
      createProcess(dataSource, -4 * SECOND_MS),
    ];
    const accountId = await ahead.open(`${kind.replace(' ', '-')}@example.com`);
    await ahead[kind](accountId);
    const [newest] = (await list(accountId, { limit: 1 })).items;
    for (const process of [behind, behind, ahead, behind]) await process[kind](accountId);
    const { items } = await list(accountId, { limit: 100, before: newest!.id as Id<never> });
    expect(items).toHaveLength(4);
  });

  it.each(['transaction', 'settled credit', 'payment request', 'subscription'] as const)(
    'misses no event of a %s that was waiting for the lock while the clock was set back',
    async (kind) => {
      const clock = new SkewedClock(0);
      const process = createProcess(dataSource, 0, clock);
      const accountId = await process.open(`${kind.replace(' ', '-')}-set-back@example.com`);
      const events = new PostgresEventReader(dataSource);
      const [newest] = (await events.list(accountId, { limit: 1 })).items;
      const unlock = await lockBalance(dataSource, accountId);
      const making = process[kind](accountId);
      // The ledger does not wait for the lock but retries.
      if (kind === 'transaction') await delay(100);
      else await until('it waits for the balance', () => isLockAwaited(dataSource));
      clock.skewMs = -MINUTE_MS;
      await unlock();
      await making;
      const { items } = await events.list(accountId, { limit: 100, before: newest!.id });
      expect(items.map(({ type }) => type)).toContainEqual(expect.stringMatching(/created$/));
    },
  );
});

async function lockBalance(dataSource: DataSource, accountId: AccountId): Promise<() => Promise<void>> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT 1 FROM books WHERE account_id = $1 FOR UPDATE', [uuidFromId(accountId)]);
  return async () => {
    await runner.commitTransaction();
    await runner.release();
  };
}
