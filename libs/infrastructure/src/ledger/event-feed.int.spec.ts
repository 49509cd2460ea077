import { describe, expect, it } from '@jest/globals';
import { OpenAccount, UpdateAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, type EventId, addMilliseconds, SYSTEM_ACTOR, uuidFromId } from '@florin/kernel';
import { TestIds } from '@florin/ledger/testing';
import { CreatePaymentRequest } from '@florin/payments';
import { aNewRequest, PlainPageSecrets } from '@florin/payments/testing/paying';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { isLockAwaited } from '../../../../test/support/lock-waits.js';
import { until } from '../../../../test/support/until.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { SystemClock, SystemIds } from '@florin/kernel/memory';
import { appendEvents } from './event-outbox.js';
import { LedgerBalances } from './ledger-balances.js';
import { PostgresEventReader } from './postgres-readers.js';

/** A process of the service, with its own id generator. */
function createProcess(dataSource: DataSource) {
  const [clock, ids] = [new SystemClock(), new SystemIds()];
  const accounts = accountsUnitOfWork(dataSource, ids);
  const payments = paymentsUnitOfWork(dataSource, ids);
  return {
    ids,
    payments,
    requests: new CreatePaymentRequest(payments, new PlainPageSecrets(), clock),
    open: new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock),
    update: new UpdateAccount(accounts, clock),
  };
}

async function openAccount({ open }: ReturnType<typeof createProcess>): Promise<AccountId> {
  const opened = await open.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (opened.replayed) throw new Error('The account was replayed.');
  return opened.value.id;
}

/** Resolves when the work is done or waits for a lock. */
async function untilDoneOrWaiting(dataSource: DataSource, work: Promise<unknown>): Promise<void> {
  const progress = { isDone: false };
  void work.finally(() => (progress.isDone = true));
  await until('done or waiting for a lock', async () => progress.isDone || (await isLockAwaited(dataSource)));
}

describe('a client that polls events after the newest one it has', () => {
  it('misses no event of a SQL transaction that got its ids first and commits last', async () => {
    const { dataSource } = await openDatabase();
    const florin = createProcess(dataSource);
    const accountId = await openAccount(florin);
    const events = new PostgresEventReader(dataSource);
    const [created, commit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const slow = florin.payments.run(async (stores) => {
      const request = await florin.requests.executeWithin(stores, aNewRequest({ accountId }));
      created.resolve(undefined);
      await commit.promise;
      return request;
    });
    await created.promise;
    const quick = florin.requests.execute(aNewRequest({ accountId }));
    await untilDoneOrWaiting(dataSource, quick);
    const firstPage = (await events.list(accountId, { limit: 100 })).items;
    commit.resolve(undefined);
    const [late, made] = await Promise.all([slow, quick]);
    const nextPage = (await events.list(accountId, { limit: 100, before: firstPage[0]!.id })).items;
    const subjects = nextPage.map(({ subjectId }) => subjectId);
    expect(subjects).toEqual([made.replayed ? undefined : made.value.id, late.id]);
  });

  it('misses no event of an operation that began while another one held the balance lock', async () => {
    const { dataSource } = await openDatabase();
    const florin = createProcess(dataSource);
    const accountId = await openAccount(florin);
    const events = new PostgresEventReader(dataSource);
    const [held, append] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = inSqlTransaction(dataSource, async (manager) => {
      await new LedgerBalances(manager, florin.ids, SYSTEM_ACTOR).lock(accountId);
      held.resolve(undefined);
      await append.promise;
      const event = {
        type: 'test.appended',
        accountId,
        subjectId: accountId,
        data: {},
        occurredAt: new Date(),
      };
      await appendEvents(manager, florin.ids, [event], SYSTEM_ACTOR);
    });
    await held.promise;
    // Changing a name locks the balance only when its event is written.
    const renaming = florin.update.execute(anActor(), accountId, { name: 'Another' });
    await untilDoneOrWaiting(dataSource, renaming);
    append.resolve(undefined);
    await first;
    await renaming;
    // Events become visible in id order: a client that has the first one finds the other after it.
    const types = (await events.list(accountId, { limit: 100 })).items.map(({ type }) => type);
    expect(types).toEqual(['account.updated', 'test.appended', 'account.opened']);
  });

  it('gets events of a process that waited for the lock after those of a process whose clock is ahead', async () => {
    const { dataSource } = await openDatabase();
    const florin = createProcess(dataSource);
    const accountId = await openAccount(florin);
    const ahead = new TestIds({ now: () => addMilliseconds(new Date(), 5_000) });
    const [held, append] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = inSqlTransaction(dataSource, async (manager) => {
      await new LedgerBalances(manager, ahead, SYSTEM_ACTOR).lock(accountId);
      held.resolve(undefined);
      await append.promise;
      const event = {
        type: 'test.appended',
        accountId,
        subjectId: accountId,
        data: {},
        occurredAt: new Date(),
      };
      await appendEvents(manager, ahead, [event], SYSTEM_ACTOR);
    });
    await held.promise;
    const making = florin.requests.execute(aNewRequest({ accountId }));
    await untilDoneOrWaiting(dataSource, making);
    append.resolve(undefined);
    await first;
    const made = await making;
    const [newest, before] = (await new PostgresEventReader(dataSource).list(accountId, { limit: 2 })).items;
    expect([newest?.type, before?.type]).toEqual(['payment_request.created', 'test.appended']);
    expect(!made.replayed && uuidFromId(made.value.id) > uuidFromId(before!.id)).toBe(true);
  });

  it('misses none of many events written by two processes at once', async () => {
    const { dataSource } = await openDatabase();
    const [one, other] = [createProcess(dataSource), createProcess(dataSource)];
    const accountId = await openAccount(one);
    const events = new PostgresEventReader(dataSource);
    const writersDone = new AbortController();
    const writing = Promise.all(
      [one, other, one, other].map(async ({ requests, update }) => {
        for (let count = 0; count < 25; count += 1) {
          await requests.execute(aNewRequest({ accountId }));
          await update.execute(anActor(), accountId, { name: `Name ${count} ${Math.random()}` });
        }
      }),
    ).finally(() => {
      writersDone.abort();
    });
    const received: EventId[] = [];
    for (let isLast = false; !isLast;) {
      isLast = writersDone.signal.aborted;
      const newest = received.at(-1);
      const page = await events.list(accountId, { limit: 100, ...(newest && { before: newest }) });
      received.push(...page.items.map(({ id }) => id).toReversed());
    }
    await writing;
    const [{ count }] = await dataSource.query<[{ count: string }]>(
      'SELECT count(*) FROM events WHERE account_id = (SELECT account_id FROM books)',
    );
    expect(received).toHaveLength(Number(count));
    expect(received).toHaveLength(201);
  });
});
