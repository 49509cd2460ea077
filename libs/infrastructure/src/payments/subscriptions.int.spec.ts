import { describe, expect, it, jest } from '@jest/globals';
import { CloseAccount, OpenAccount, SetAccountStatus, UpdateAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, idFromUuid, uuidFromId } from '@florin/kernel';
import {
  CancelSubscription,
  CreatePaymentRequest,
  CreateSubscription,
  PauseSubscription,
} from '@florin/payments';
import {
  aNewSubscription,
  SequentialIds,
  PlainPageSecrets,
  SteppedClock,
  subscriptionsContract,
} from '@florin/payments/testing/subscriptions';
import pg from 'pg';
import { openDatabase } from '../../../../test/support/open-database.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { paymentsUnitOfWork } from './payments-stores.js';
import { TypeOrmPaymentRequestReader } from './typeorm-payment-request.reader.js';
import { TypeOrmSubscriptionReader } from './typeorm-subscription.reader.js';

async function openParts() {
  const { dataSource } = await openDatabase();
  const ids = new SequentialIds();
  const clock = new SteppedClock();
  const accounts = accountsUnitOfWork(dataSource, ids);
  const unitOfWork = paymentsUnitOfWork(dataSource, ids);
  const openAccount = new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock);
  let emails = 0;
  return {
    dataSource,
    ids,
    clock,
    accounts,
    unitOfWork,
    reader: new TypeOrmSubscriptionReader(dataSource),
    openAccount: async (): Promise<AccountId> => {
      const input = { ...aNewAccount({ email: `payee-${++emails}@example.com` }), password: 'correct horse' };
      const outcome = await openAccount.execute(anActor(), input);
      if (outcome.replayed) throw new Error('The request was replayed.');
      return outcome.value.id;
    },
  };
}

subscriptionsContract('PostgreSQL', async () => {
  const parts = await openParts();
  const { dataSource, accounts, clock } = parts;
  const setStatus = new SetAccountStatus(accounts, clock);
  return {
    ...parts,
    requests: new TypeOrmPaymentRequestReader(dataSource),
    setAccount: async (accountId, status) => {
      await setStatus.execute(anActor(), accountId, status === 'active' ? 'active' : 'suspended');
    },
    bills: async (id) => {
      const rows = await dataSource.query<{ period: number; window: number; payment: string }[]>(
        `SELECT period_number AS period, window_number AS window, payment_id AS payment FROM subscription_bills
         WHERE subscription_id = $1 ORDER BY payment_id`,
        [uuidFromId(id)],
      );
      return rows.map(({ payment, ...bill }) => ({ ...bill, paymentId: idFromUuid('pay', payment) }));
    },
    events: async (id) => {
      const sql = `SELECT type FROM events WHERE subject_id = $1 ORDER BY id`;
      const rows = await dataSource.query<{ type: string }[]>(sql, [uuidFromId(id)]);
      return rows.map(({ type }) => type);
    },
  };
});

describe('the currency of an account with subscriptions', () => {
  it('cannot change while one is paused, and can change once it is canceled', async () => {
    const { accounts, unitOfWork, reader, clock, openAccount } = await openParts();
    const issue = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
    const accountId = await openAccount();
    const created = await new CreateSubscription(unitOfWork, issue, clock).execute(
      aNewSubscription({ accountId }),
    );
    if (created.replayed) throw new Error('The request was replayed.');
    await new PauseSubscription(reader, unitOfWork, clock).execute(created.value.id, accountId);
    const update = () =>
      new UpdateAccount(accounts, clock).execute(anActor(), accountId, { settings: { currency: 'JPY' } });
    await expect(update()).rejects.toMatchObject({ code: 'invalid_request' });
    await new CancelSubscription(reader, unitOfWork, clock).execute(created.value.id, accountId);
    expect(await update()).toMatchObject({ settings: { currency: 'JPY' } });
  });
});

describe('closing an account with subscriptions', () => {
  it('is rejected while one is billed, and cancels a paused one', async () => {
    const { dataSource, accounts, unitOfWork, reader, clock, openAccount } = await openParts();
    const issue = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
    const accountId = await openAccount();
    const created = await new CreateSubscription(unitOfWork, issue, clock).execute(
      aNewSubscription({ accountId }),
    );
    if (created.replayed) throw new Error('The request was replayed.');
    const { id } = created.value;
    const close = new CloseAccount(accounts, clock);

    await expect(close.execute(anActor(), accountId)).rejects.toMatchObject({ code: 'active_subscriptions' });
    await dataSource.query(`UPDATE subscriptions SET status = 'past_due'`);
    await expect(close.execute(anActor(), accountId)).rejects.toMatchObject({ code: 'active_subscriptions' });
    await new PauseSubscription(reader, unitOfWork, clock).execute(id, accountId);
    const { closedAt } = await close.execute(anActor(), accountId);
    expect(await reader.find(id, accountId)).toMatchObject({ status: 'canceled', canceledAt: closedAt });
  });

  it('uses the same number of statements for 30 paused subscriptions as for one', async () => {
    const { accounts, unitOfWork, reader, clock, openAccount } = await openParts();
    const issue = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
    const create = new CreateSubscription(unitOfWork, issue, clock);
    const pause = new PauseSubscription(reader, unitOfWork, clock);
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    const counts: number[] = [];
    for (const count of [1, 30]) {
      const accountId = await openAccount();
      for (let made = 0; made < count; made++) {
        const created = await create.execute(aNewSubscription({ accountId }));
        if (!created.replayed) await pause.execute(created.value.id, accountId);
      }
      sent.mockClear();
      await new CloseAccount(accounts, clock).execute(anActor(), accountId);
      counts.push(sent.mock.calls.length);
      const { items } = await reader.list({ accountId, status: 'canceled' }, { limit: 100 });
      expect(items).toHaveLength(count);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('concurrently with creating one never leaves an active subscription on a closed account', async () => {
    const { accounts, unitOfWork, reader, clock, openAccount } = await openParts();
    const issue = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
    const create = new CreateSubscription(unitOfWork, issue, clock);
    const close = new CloseAccount(accounts, clock);
    for (let round = 0; round < 10; round++) {
      const accountId = await openAccount();
      const [closing, creating] = await Promise.allSettled([
        close.execute(anActor(), accountId),
        create.execute(aNewSubscription({ accountId })),
      ]);
      expect([closing.status, creating.status].sort()).toEqual(['fulfilled', 'rejected']);
      const refused = [closing, creating].find((outcome) => outcome.status === 'rejected');
      const code = closing.status === 'rejected' ? 'active_subscriptions' : 'account_not_found';
      expect(refused?.reason).toMatchObject({ code });
      const { items } = await reader.list({ accountId }, { limit: 5 });
      expect(items).toHaveLength(creating.status === 'fulfilled' ? 1 : 0);
    }
  });
});
